import { financing } from '../../../lib/server/financing.js';

/** Answers every method. */
export const fallback = ({ request }) => financing.fetch(request);
