import type { APIRoute } from 'astro';
import { handleFinancing } from '../../financing';

/** Handles every method. */
export const ALL: APIRoute = ({ request, clientAddress }) =>
  handleFinancing(request, clientAddress);
