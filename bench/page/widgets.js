// @ts-check
/** The widgets that are compared, each as a shop serves it: one script, minified and compressed. */
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

/**
 * @typedef {object} Widget
 * @property {string} title
 * @property {string} tag of a placement
 * @property {Buffer} script with brotli
 */

/** By name; what is not ours is in the folder `widgets`. @type {Record<string, { title: string, tag: string, lit?: string }>} */
const known = {
  vanilla: { title: 'vanilla snippet', tag: 'p' },
  'vanilla-intl': { title: 'vanilla snippet with Intl', tag: 'p' },
  'bare-element': { title: 'plain custom element', tag: 'x-estimate' },
  'lit-element': { title: 'naive Lit element', tag: 'x-estimate' },
  'same-line': {
    title: 'our line by hand',
    tag: 'x-estimate',
    lit: '@lit/reactive-element/css-tag.js',
  },
  'react-widget': { title: 'React widget', tag: 'p' },
  'financing-elements': { title: 'financing-estimate', tag: 'financing-estimate' },
};

export const widgetNames = Object.keys(known);

/**
 * @param {object} [options]
 * @param {string[]} [options.names] of those wanted
 * @param {string} [options.against] path of another build of our script, to be compared with this one
 * @returns {Promise<Record<string, Widget>>} by name; the first is what the others are measured against
 */
export async function createWidgets({ names = widgetNames, against } = {}) {
  /** @type {Record<string, Widget>} */
  const widgets = {};
  for (const name of names) {
    const widget = known[name];
    if (!widget) throw new Error(`There is no widget ${name}, only ${widgetNames.join(', ')}`);
    const code =
      name === 'financing-elements' ? await readFile(ours) : await bundle(name, widget.lit);
    widgets[name] = { ...widget, script: brotliCompressSync(code) };
  }
  if (against) {
    const script = brotliCompressSync(await readFile(against));
    widgets['other-build'] = { title: `${against}`, tag: 'financing-estimate', script };
  }
  return widgets;
}

const ours = new URL('../../dist/elements.js', import.meta.url);

/** @param {string} name @param {string} [lit] what stands in for it */
async function bundle(name, lit) {
  const entry = new URL(`./widgets/${name}.js`, import.meta.url).pathname;
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (
    await build({
      configFile: false,
      logLevel: 'error',
      ...(lit && { resolve: { alias: { lit } } }),
      define: { 'process.env.NODE_ENV': '"production"' },
      // Not as a library, whose white space Vite leaves in.
      build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
    })
  );
  return output[0].code;
}
