// A page's own element, made of a second copy of the script.
import { FinancingEstimateElement } from '/dist/elements.js?second';

customElements.define('own-estimate', class extends FinancingEstimateElement {});
