import { financing } from '../../financing.js';

/** Answers every method. */
export const ALL = ({ request }) => financing.fetch(request);
