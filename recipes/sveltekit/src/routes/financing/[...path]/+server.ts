import { financing } from '../../../lib/server/financing.js';
import type { RequestHandler } from './$types';

/** Handles every method. */
export const fallback: RequestHandler = ({ request }) => financing.fetch(request);
