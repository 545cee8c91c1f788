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

/** @type {Record<string, { title: string, tag: string }>} */
const bundled = {
  vanilla: { title: 'vanilla snippet', tag: 'p' },
  'vanilla-intl': { title: 'vanilla snippet with Intl', tag: 'p' },
  'bare-element': { title: 'plain custom element', tag: 'x-estimate' },
  'lit-element': { title: 'naive Lit element', tag: 'x-estimate' },
  'react-widget': { title: 'React widget', tag: 'p' },
};

/** @returns {Promise<Record<string, Widget>>} by name; the first is what the others are measured against */
export async function createWidgets() {
  /** @type {Record<string, Widget>} */
  const widgets = {};
  for (const [name, widget] of Object.entries(bundled)) {
    const entry = new URL(`./widgets/${name}.js`, import.meta.url).pathname;
    const result = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (
      await build({
        configFile: false,
        logLevel: 'error',
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: name } },
      })
    );
    const code = result[0]?.output[0].code ?? '';
    widgets[name] = { ...widget, script: brotliCompressSync(code) };
  }
  const ours = await readFile(new URL('../../dist/elements.js', import.meta.url));
  widgets['financing-elements'] = {
    title: 'financing-estimate',
    tag: 'financing-estimate',
    script: brotliCompressSync(ours),
  };
  return widgets;
}
