/**
 * The same for `<script type="module">`, in one file. The order of the imports is the point: the first call for
 * the page's estimates leaves before the others set up lit and the classes.
 */
import { handOver } from './page/first-call.js';
import { PrequalButtonElement } from './elements/link-buttons/prequal-button-element.js';
import { PayOverTimeButtonElement } from './elements/link-buttons/pay-over-time-button-element.js';
import { defineElement } from './elements/define.js';
import { FinancingElement } from './elements/element.js';
import { FinancingEstimateElement } from './elements/financing-estimate/financing-estimate-element.js';
import { inspectTagsLater } from './page/advice.js';
import { policy } from './elements/trusted-types-policy.js';

export { configure } from './elements/configure.js';
export { FinancingEstimateElement, PayOverTimeButtonElement, PrequalButtonElement };

// Without its policy lit cannot render: the elements then stay as they are in the page, with their fallback.
if (policy !== null) {
  // A second copy of the script finds the policy here.
  Object.assign(PrequalButtonElement, { policy });
  FinancingElement.source = import.meta.url;
  // First: by this one a second copy of the script knows that there is a first.
  defineElement('prequal-button', PrequalButtonElement);
  defineElement('pay-over-time-button', PayOverTimeButtonElement);
  defineElement('financing-estimate', FinancingEstimateElement);
}
handOver();
inspectTagsLater();
