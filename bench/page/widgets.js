// @ts-check
/** The widgets to compare, each as a shop serves it: one script, minified and compressed. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { built } from '../../test/runner/fresh-build.js';

/**
 * @typedef {object} Widget
 * @property {string} title
 * @property {string} tag of a placement
 * @property {string} head the markup that reserves its space before the script runs
 * @property {Buffer} script with brotli
 */

const ours = {
  tag: 'financing-estimate',
  head: '<link rel="stylesheet" href="/financing/elements.css">',
};

/**
 * Builds our widget and the competent Lit element. The Lit element is first, because it's the baseline.
 * @param {string} [against] path of another build of our script, to compare with this one
 * @returns {Promise<Record<string, Widget>>} by name
 */
export async function createWidgets(against) {
  const entry = fileURLToPath(new URL('./widgets/lit-element.js', import.meta.url));
  /** @type {Record<string, Widget>} */
  const widgets = {
    'lit-element': {
      title: 'competent Lit element',
      tag: 'x-estimate',
      head: '<style>x-estimate:not(:defined) { display: block; min-block-size: 3em; line-height: 1.5 }</style>',
      script: await bundle(entry),
    },
    'financing-elements': {
      title: 'financing-estimate',
      ...ours,
      script: brotliCompressSync(await readFile(built('elements.js'))),
    },
  };
  if (against) {
    const script = brotliCompressSync(await readFile(against));
    widgets['other-build'] = { title: against, ...ours, script };
  }
  return widgets;
}

/** Returns the bytes of lit by itself, compressed with brotli. */
export const litBytes = async () => (await bundle('lit')).length;

/** Bundles a module as a page serves it, with brotli. @param {string} entry */
async function bundle(entry) {
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (
    await build({
      configFile: false,
      logLevel: 'error',
      // Not as a library, because Vite doesn't minify white space in libraries.
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
      },
    })
  );
  return brotliCompressSync(output[0].code);
}
