/** What a good engineer writes by hand: one call, and the text of each placement set. */
import { ask } from './line.js';

const placements = [...document.querySelectorAll('[data-amount]')];
const lines = await ask(placements.map(({ dataset }) => Number(dataset.amount)));
placements.forEach((placement, index) => (placement.textContent = lines[index]));
