// @ts-check
/** What is compared, each as a shop serves it: one script, minified and compressed. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { built } from '../../test/runner/fresh-build.js';

/**
 * @typedef {object} Widget
 * @property {string} title
 * @property {string} tag of a placement
 * @property {string} head what reserves its space before the script runs
 * @property {Buffer} script with brotli
 */

const ours = {
  tag: 'financing-estimate',
  head: '<link rel="stylesheet" href="/financing/elements.css">',
};

/**
 * Ours and the competent Lit element, which is first, since it is what the others are measured against.
 * @param {string} [against] path of another build of our script, to be compared with this one
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

/** The bytes of lit alone, with brotli. */
export const litBytes = async () => (await bundle('lit')).length;

/** Bundles a module as a page serves it, with brotli. @param {string} entry */
async function bundle(entry) {
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (
    await build({
      configFile: false,
      logLevel: 'error',
      // Not as a library, whose white space Vite leaves in.
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
      },
    })
  );
  return brotliCompressSync(output[0].code);
}
