import { financing } from '../../../financing';

export const GET = financing.fetch;
export const HEAD = financing.fetch;
export const POST = financing.fetch;
export const PUT = financing.fetch;
export const PATCH = financing.fetch;
export const DELETE = financing.fetch;
export const OPTIONS = financing.fetch;
