// @ts-check
/**
 * Builds the documentation site into site/dist: `npm run site`. Checks the spelling first, and fails if a link is broken.
 * `npm run site -- dev` serves the site while you edit its pages, `-- preview` serves the built site, `-- spelling` only checks
 * the spelling, and `-- pictures` updates the pictures of the elements.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const site = import.meta.dirname;
const program = (/** @type {string} */ path) => join(site, 'node_modules', path);
const vitepress = program('vitepress/bin/vitepress.js');
const cspell = program('cspell/bin.mjs');

const [command = 'build', ...options] = process.argv.slice(2);
const commands = ['build', 'dev', 'preview', 'spelling', 'pictures'];
if (!commands.includes(command)) end(`Unknown command ${command}: ${commands.join(', ')}`);
if (!existsSync(vitepress)) end('The packages of the site are missing: npm ci --prefix site');

if (command === 'build' || command === 'spelling') {
  run(cspell, ['lint', '--config', join(site, 'cspell.json'), '--no-progress', '--quiet']);
}
if (command === 'pictures') run(join(site, 'pictures.js'), []);
if (['build', 'dev', 'preview'].includes(command)) {
  // In this process, so that the server ends with it.
  process.argv.splice(2, Infinity, command, site, ...options);
  await import(pathToFileURL(vitepress).href);
}

/**
 * Runs a program, and exits with its exit code if it fails.
 * @param {string} path
 * @param {string[]} words
 */
function run(path, words) {
  const { status } = spawnSync(process.execPath, [path, ...words], {
    cwd: join(site, '..'),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} problem */
function end(problem) {
  console.error(problem);
  process.exit(1);
}
