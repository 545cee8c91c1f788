/** The elements as bundled for development, with lit's development build. */
export { configure } from '../../src/index.js';
