// @ts-check
/** The requirements that a run must not skip: the words in REQUIRED_ENGINES, REQUIRED_SERVERS, and REQUIRED_RUNTIMES. */
import { nearestOf } from './explain-arguments.js';

/** The Debian servers and tools for full tests: a program that shows that it is installed, and its package. */
export const programs = {
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
 * Returns the words of a variable, which is a comma-separated list.
 * @param {keyof typeof known} variable
 */
export function requiredIn(variable) {
  return (process.env[variable] ?? '').split(',').filter(Boolean);
}

/** Returns a line for each unknown word. Without this check, a mistyped word would require nothing. */
export async function unknownRequirements() {
  const lines = [];
  for (const [variable, words] of Object.entries(known)) {
    for (const word of requiredIn(/** @type {keyof typeof known} */ (variable))) {
      if (words.includes(word)) continue;
      const hint = await nearestOf(word, words);
      lines.push(
        `${variable} does not know "${word}"${hint || '.'} It knows: ${words.join(', ')}.`,
      );
    }
  }
  return lines;
}
