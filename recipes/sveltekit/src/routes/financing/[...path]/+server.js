import { financing } from '../../../lib/server/financing.js';

/** Handles every method. */
export const fallback = ({ request }) => financing.fetch(request);
