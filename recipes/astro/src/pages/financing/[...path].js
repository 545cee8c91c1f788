import { financing } from '../../financing.js';

/** Handles every method. */
export const ALL = ({ request }) => financing.fetch(request);
