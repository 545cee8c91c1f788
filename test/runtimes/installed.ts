import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notRun } from '../runner/not-run.js';

/** Where `npm ci --prefix test/runtimes` puts what is too large for everybody's `npm ci`. */
export const modules = join(import.meta.dirname, 'node_modules');

/** The program of a runtime that is installed there. */
export function programOf(runtime: string): string {
  return join(modules, '.bin', runtime);
}

/** What integrators run the proxy on, with the packages that it takes. */
const packages = {
  node24: ['node'],
  bun: ['bun'],
  workerd: ['workerd', 'esbuild'],
  express: ['express'],
  fastify: ['fastify'],
  hono: ['hono', '@hono/node-server'],
  next: ['next', 'react', 'react-dom'],
} as const;

/** A runtime or framework. */
export type Installable = keyof typeof packages;

/**
 * Declares tests that need a runtime or framework, with the packages that it is made of. Where it is not installed,
 * it declares none and prints a line; named in the variable REQUIRED_RUNTIMES it throws, so that a run that must
 * have it does not pass without.
 */
export function withInstalled(
  wanted: Installable,
  declare: (packages: readonly string[]) => void,
): void {
  const needed = packages[wanted];
  if (needed.every((name) => existsSync(join(modules, name)))) return declare(needed);
  const note = 'not installed (npm ci --prefix test/runtimes)';
  const required = process.env['REQUIRED_RUNTIMES']?.split(',') ?? [];
  if (required.includes(wanted)) throw new Error(`${wanted} is required, and ${note}`);
  notRun(wanted, note);
}
