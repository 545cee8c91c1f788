// @ts-check
/**
 * The shops of the gallery: each has a style sheet and markup in gallery/, and all share one page shell. They're separate pages,
 * so that a style sheet affects only what it would affect in a shop.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const shops = ['theme', 'big-store', 'furniture', 'tires', 'dental', 'fashion'];

const root = join(import.meta.dirname, '..');
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

/** Returns the files of the gallery by their name. A bundler makes `live.js`, which all pages load. */
export function galleryFiles() {
  const shell = read('site/gallery/shell.html');
  /** @type {Record<string, string>} */
  const files = {
    'elements.css': read('dist/elements.css'),
    'shell.css': read('site/gallery/shell.css'),
  };
  for (const shop of shops) {
    const markup = read(`site/gallery/${shop}.html`);
    files[`${shop}.css`] = read(`site/gallery/${shop}.css`);
    files[`${shop}.txt`] = markup;
    files[`${shop}.html`] = shell.replaceAll('SHOP', shop).replace('PAGE', () => markup);
  }
  return files;
}

const script = join(root, 'site/.vitepress/theme/live/shop.ts');

/** Returns the content type of a file by its name. */
export function typeOf(/** @type {string} */ name) {
  if (name.endsWith('.css')) return 'text/css; charset=utf-8';
  if (name.endsWith('.js')) return 'text/javascript; charset=utf-8';
  return name.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}

/**
 * Writes the gallery into the built site. VitePress uses the first style sheet from its bundler for all pages, so these style
 * sheets can't be bundled.
 * @param {string} outDir
 */
export function writeGallery(outDir) {
  mkdirSync(join(outDir, 'gallery'), { recursive: true });
  for (const [name, source] of Object.entries(galleryFiles())) {
    writeFileSync(join(outDir, 'gallery', name), source);
  }
}

/**
 * Adds the gallery's script to the site. While the site is being edited, also adds its files.
 * @type {import('vite').Plugin[]}
 */
export const galleryPlugins = [
  {
    name: 'gallery-build',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    buildStart() {
      // The bundler may merge the file into another chunk, so its pages call its exports.
      const preserveSignature = 'strict';
      this.emitFile({ type: 'chunk', id: script, fileName: 'gallery/live.js', preserveSignature });
    },
  },
  {
    name: 'gallery-serve',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, name = ''] = /\/gallery\/([\w.-]+)/.exec(request.url ?? '') ?? [];
        if (!name) return next();
        if (name === 'live.js') request.url = `/@fs${script}`;
        const source = galleryFiles()[name];
        if (source === undefined) return next();
        response.setHeader('content-type', typeOf(name));
        response.end(source);
      });
    },
  },
];
