/** The same with the formatters that most would use. */
import { ask } from './line.js';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const format = ({ monthlyAmount, apr, downPayment }) =>
  `Estimated ${money.format(monthlyAmount)}/mo · 12 mo · ${apr}% APR · ${money.format(downPayment)} today`;

const placements = [...document.querySelectorAll('[data-amount]')];
const lines = await ask(
  placements.map(({ dataset }) => Number(dataset.amount)),
  format,
);
placements.forEach((placement, index) => (placement.textContent = lines[index]));
