/**
 * The npm entry: registers the three elements and exports their classes. Unlike the script, it makes no early request,
 * because the application may call `configure()` after the import, in the same turn.
 */
import './internal/natives.js'; // before lit
import { PayOverTimeButtonElement } from './elements/link-buttons/pay-over-time-button-element.js';
import { PrequalButtonElement } from './elements/link-buttons/prequal-button-element.js';
import { FinancingEstimateElement } from './elements/financing-estimate/financing-estimate-element.js';
import { defineElement } from './elements/define.js';
import { inspectTagsLater } from './page/console-warnings.js';

export { FinancingError, type FinancingErrorCode } from './client/financing-error.js';
export type { Fetch } from './client/post-json.js';
export { configure } from './elements/configure.js';
export type { Configuration } from './page/element-settings.js';
export type { EstimateStatus } from './elements/estimates/estimate-controller.js';
export * from './elements/events.js';
export type { Text, TextReplacements } from './words/script-text.js';
export { FinancingEstimateElement, PayOverTimeButtonElement, PrequalButtonElement };

defineElement('financing-estimate', FinancingEstimateElement);
defineElement('prequal-button', PrequalButtonElement);
defineElement('pay-over-time-button', PayOverTimeButtonElement);
if (globalThis.document) inspectTagsLater();
