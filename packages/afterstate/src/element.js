// `<play-2048>` of the page. Its frame needs a copy of the site: the folder site/ of this package, or any
// other.

export { Play2048 } from '../../../www/embed/element.js';
