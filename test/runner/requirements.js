// @ts-check
/**
 * Finds what full tests need besides `npm ci`. REQUIRED_ENGINES, REQUIRED_SERVERS, and REQUIRED_RUNTIMES list what a run
 * must not skip.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { notRun } from './not-run.js';

/** The Debian servers and tools for full tests: a program that shows that it is installed, and its package. */
const programs = {
  redis: { program: 'redis-server', from: 'redis-server' },
  prometheus: { program: 'prometheus', from: 'prometheus' },
  nginx: { program: 'nginx', from: 'nginx-light' },
  haproxy: { program: 'haproxy', from: 'haproxy' },
  systemd: { program: 'systemd-analyze', from: 'systemd' },
};

/** The runtimes and frameworks of integrators, with their packages in test/runtimes. */
export const runtimes = /** @type {const} */ ({
  node24: ['node'],
  bun: ['bun'],
  deno: ['deno'],
  workerd: ['workerd', 'esbuild'],
  'ioredis-6': ['ioredis-6'],
  'node-redis': ['redis'],
  'msw-3': ['msw-3', 'node'],
  express: ['express'],
  fastify: ['fastify'],
  'express-session': ['express', 'express-session'],
  'fastify-session': ['fastify', '@fastify/cookie', '@fastify/session'],
  hono: ['hono', '@hono/node-server'],
  next: ['next', 'react', 'react-dom', 'create-next-app', '@tailwindcss/turbopack'],
  'react-18': ['react-18', 'vite', 'typescript'],
  angular: ['@angular/cli', '@angular/build', 'node'],
  sveltekit: [
    '@sveltejs/kit',
    '@sveltejs/adapter-node',
    '@sveltejs/vite-plugin-svelte',
    'svelte',
    'vite',
  ],
  astro: ['astro', '@astrojs/node', 'node'],
  nuxt: ['nuxt', 'vue'],
  liquid: ['liquidjs'],
  vite: ['vite'],
  vitest: ['vitest', 'jsdom', 'node'],
  vue: ['vue', '@vitejs/plugin-vue', 'vite'],
  webpack: ['webpack'],
  esbuild: ['esbuild'],
  rollup: ['rollup', '@rollup/plugin-node-resolve'],
  parcel: ['parcel'],
});

/** The words that each variable accepts. */
const known = {
  REQUIRED_ENGINES: ['chromium', 'firefox', 'webkit'],
  REQUIRED_SERVERS: [...Object.keys(programs), 'wordpress', 'webhook-receivers', 'php'],
  REQUIRED_RUNTIMES: [...Object.keys(runtimes), 'site'],
};

/**
 * Returns the words of a variable, which is a comma-separated list, or `all`.
 * @param {keyof typeof known} variable
 */
export function requiredIn(variable) {
  const words = (process.env[variable] ?? '').split(',').filter(Boolean);
  return words.includes('all') ? known[variable] : words;
}

/** Returns a line for each unknown word. Without this check, a mistyped word would require nothing. */
export function unknownRequirements() {
  return Object.entries(known).flatMap(([variable, words]) =>
    requiredIn(/** @type {keyof typeof known} */ (variable))
      .filter((word) => !words.includes(word))
      .map((word) => `${variable} does not know "${word}". It knows: ${words.join(', ')}.`),
  );
}

/** Debian installs servers here, which isn't in every user's PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** @param {string} program @returns {string | undefined} its path, if it is installed */
export function findServer(program) {
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Returns the programs that REQUIRED_SERVERS names and that aren't installed. */
export function missingPrograms() {
  return Object.entries(programs)
    .filter(
      ([name, { program }]) =>
        requiredIn('REQUIRED_SERVERS').includes(name) && !findServer(program),
    )
    .map(([, { program }]) => program);
}

/**
 * Declares tests that need what REQUIRED_SERVERS calls `name`. If something is missing, reports that the tests didn't
 * run, or throws if `name` is required.
 * @param {string} name
 * @param {string} what the tests, such as `the Redis store`
 * @param {string | undefined} missing such as `nginx is not installed`
 * @param {() => void} declare
 */
export function withServers(name, what, missing, declare) {
  if (missing === undefined) return declare();
  if (requiredIn('REQUIRED_SERVERS').includes(name)) {
    throw new Error(`${name} is required: ${missing}`);
  }
  notRun(what, missing);
}

/**
 * Declares tests that need a program with its path.
 * @param {keyof typeof programs} name
 * @param {string} what the tests, such as `the Redis store`
 * @param {(path: string) => void} declare
 */
export function withProgram(name, what, declare) {
  const { program, from } = programs[name];
  const path = findServer(program);
  const missing = path ? undefined : `${program} is not installed (Debian: apt install ${from})`;
  withServers(name, what, missing, () => declare(path ?? ''));
}
