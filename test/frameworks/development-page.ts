/** The elements as a developer's bundler makes them, with lit's development build. */
export { configure } from '../../src/index.js';
