/**
 * The same for `<script type="module">`, in one file. The order of the imports is the point: the first call for
 * the page's estimates leaves before the second line sets up lit and the classes.
 */
import './client/first-call.js';
export {
  configure,
  FinancingEstimateElement,
  PayOverTimeButtonElement,
  PrequalButtonElement,
} from './index.js';
