/** The pages of a sandbox under `/sandbox`, and its controls. */
export { answerPage } from './answer-page.js';
export { answerControl } from './controls.js';
