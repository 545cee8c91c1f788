import { handleFinancing } from '../../financing.js';

/** Handles every method. */
export const ALL = ({ request, clientAddress }) => handleFinancing(request, clientAddress);
