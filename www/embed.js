// The script that other sites load: <script type="module" src="https://…/embed.js"></script>.

export * from './embed/element.js';
