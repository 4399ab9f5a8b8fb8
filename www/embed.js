// The address that other people's pages load: <script type="module" src="https://…/embed.js"></script>.

export * from './embed/element.js';
