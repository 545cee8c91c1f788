/**
 * The entry of `elements.js`, for `<script type="module">`. The order of the imports matters: `first-call.ts` requests the
 * page's estimates before the other modules set up lit and the classes.
 */
import { handOver } from './page/first-call.js';
import { PrequalButtonElement } from './elements/link-buttons/prequal-button-element.js';
import { PayOverTimeButtonElement } from './elements/link-buttons/pay-over-time-button-element.js';
import { defineElement } from './elements/define.js';
import { FinancingElement } from './elements/financing-element.js';
import { FinancingEstimateElement } from './elements/financing-estimate/financing-estimate-element.js';
import { inspectTagsLater } from './page/console-warnings.js';
import { policy } from './elements/trusted-types-policy.js';

export { configure } from './elements/configure.js';
export { FinancingEstimateElement, PayOverTimeButtonElement, PrequalButtonElement };

// Lit can't render without its Trusted Types policy. The elements then keep their fallback content.
if (policy !== null) {
  // A second copy of the script finds the policy here.
  Object.assign(PrequalButtonElement, { policy });
  FinancingElement.source = import.meta.url;
  // Define this element first, because another copy of the script looks for it to detect this copy.
  defineElement('prequal-button', PrequalButtonElement);
  defineElement('pay-over-time-button', PayOverTimeButtonElement);
  defineElement('financing-estimate', FinancingEstimateElement);
}
handOver();
inspectTagsLater();
