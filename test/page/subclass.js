// Defines a page's own element, which extends a class from a second copy of the script.
import { FinancingEstimateElement } from '/dist/elements.js?second';

customElements.define('own-estimate', class extends FinancingEstimateElement {});
