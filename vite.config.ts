import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { openApiDocument } from './build/openapi/document.js';
import { pinnedHead } from './build/pinned-head.js';
import { releasedFiles } from './build/release/released-files.js';
import { pageStyleSheet } from './src/elements/page-style-sheet.js';

const nativesFile = fileURLToPath(new URL('src/internal/natives.ts', import.meta.url));

/** The files that the script loads on demand: the name of each one's module, and the name used for its file. */
const chunkNames: Readonly<Record<string, string>> = {
  dialogs: 'dialogs',
  'after-click': 'links',
  prices: 'prices',
  'qr-code': 'qr',
  'console-warning-texts': 'messages',
};

// Builds dist/elements.js for <script type="module">, with lit included, and the files that it loads on demand. The npm entry
// points aren't bundled: tsc emits them (see "build" in package.json).
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false, // tsc writes to it first
    target: ['chrome125', 'safari17.4', 'firefox126'],
    modulePreload: false,
    reportCompressedSize: false,
    license: { fileName: 'LICENSES.md' }, // of lit and the other packages in these files
    // In library mode, Vite doesn't add its 600-byte helper that loads the style sheets of dynamic imports.
    lib: { entry: 'src/script-tag.ts', formats: ['es'], fileName: () => 'elements.js' },
    rolldownOptions: {
      // Lit reads `Document.prototype`, and some pages replace `Document`.
      transform: { inject: { Document: [nativesFile, 'NativeDocument'] } },
      preserveEntrySignatures: 'strict', // `import { configure } from '/financing/elements.js'`
      output: {
        minify: true, // Vite doesn't minify libraries by default
        chunkFileNames: ({ name }) => `elements-${chunkNames[name]}.[hash:16].js`,
        hashCharacters: 'hex',
        comments: false,
        // Lit's license requires its notice. The second line makes V8 compile all functions in the background while the script
        // downloads, instead of on the main thread when they're first called.
        postBanner: ({ isEntry }) =>
          isEntry
            ? '/*! MIT; lit (c) Google LLC, BSD-3-Clause */\n//# allFunctionsCalledOnLoad'
            : '',
      },
    },
  },
  plugins: [
    ownTrustedTypesPolicy(),
    withoutIndents(),
    styleSheetFile('elements.css'),
    filesAsModule('elements-script.js'),
    integrityFiles('integrity.json', 'head.html'),
    openApiFile('openapi.json'),
  ],
});

/**
 * Makes lit-html create its Trusted Types policy with src/elements/trusted-types-policy.ts. Changes nothing else in lit. The
 * build fails if a later version of lit doesn't create exactly one policy.
 */
function ownTrustedTypesPolicy(): Plugin {
  const module = fileURLToPath(new URL('src/elements/trusted-types-policy.ts', import.meta.url));
  let places = 0;
  return {
    name: 'own-trusted-types-policy',
    transform(code, id) {
      const [before, ...after] = code.split(/\w+\.createPolicy\("lit-html",/);
      if (!id.includes('/lit-html/') || !after.length) return null;
      places += after.length;
      const edited = [before, ...after].join('createPolicy(');
      return `import { createPolicy } from ${JSON.stringify(module)};${edited}`;
    },
    buildEnd() {
      if (places !== 1) this.error(`lit-html creates its policy in ${places} places`);
    },
  };
}

/**
 * Removes the white space in templates, which the minifier keeps: line breaks, indentation, and the spaces before a brace and
 * after a property name in CSS. A line break within a rule or a text becomes a space.
 */
function withoutIndents(): Plugin {
  const shorten = (code: string) =>
    code
      .replace(/;?\n\s+(?=\})/g, '')
      .replace(/(?<=[{;])\n\s+/g, '')
      .replace(/\n\s+/g, ' ')
      .replace(/(?<=[{;][\w-]+): /g, ':')
      .replace(/ (?=\{[\w-]+:)/g, '');
  return {
    name: 'without-indents',
    generateBundle: {
      order: 'post', // after minification
      handler(_options, bundle) {
        for (const chunk of chunksOf(bundle)) chunk.code = shorten(chunk.code);
      },
    },
  };
}

/**
 * Writes the files that pages load and the OpenAPI document into a module of strings, which the proxy imports as
 * `#elements-script`. With it, the proxy can serve them without a file system, as on Workers, and needs no compression at
 * run time.
 */
function filesAsModule(to: string): Plugin {
  return {
    name: 'files-as-module',
    generateBundle: {
      order: 'post', // after minification
      handler(_options, bundle) {
        const files: Record<string, ReturnType<typeof contentOf>> = {
          'elements.js': contentOf(chunkOf(bundle, scriptFile).code),
          'elements.css': contentOf(pageStyleSheet),
        };
        for (const file of chunkFiles) {
          const { fileName, code } = chunkOf(bundle, file);
          const [name, hash] = fileName.split('.');
          files[`${name}.js`] = contentOf(code, hash); // the script imports it by this hash
        }
        for (const [fileName, source] of Object.entries(releasedFiles())) {
          if (bundle[fileName]) continue; // unchanged in this version
          this.emitFile({ type: 'asset', fileName, source });
          files[fileName] = contentOf(source, fileName.split('.')[1]);
        }
        const source =
          `export const files = ${JSON.stringify(files)};\n` +
          `export const openApiDocument = ${JSON.stringify(JSON.stringify(openApiDocument))};\n`;
        this.emitFile({ type: 'asset', fileName: to, source });
      },
    },
  };
}

function contentOf(text: string, hash = versionOf(text)) {
  // Node's default quality is 11, the best and slowest.
  return { text, brotli: brotliCompressSync(text).toString('base64'), hash };
}

/** Writes the style sheet that reserves space before the script runs, and its types, so that TypeScript accepts an import of it. */
function styleSheetFile(to: string): Plugin {
  return {
    name: 'style-sheet-file',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: to, source: pageStyleSheet });
      this.emitFile({ type: 'asset', fileName: `${to}.d.ts`, source: 'export {};\n' });
    },
  };
}

/**
 * Writes the integrity hash of every file that pages load, under the immutable name that the proxy serves it by, and the tags
 * for a page that pins these files.
 */
function integrityFiles(to: string, head: string): Plugin {
  return {
    name: 'integrity-files',
    generateBundle: {
      order: 'post', // after minification
      handler(_options, bundle) {
        const integrity = integrityOf(bundle);
        this.emitFile({ type: 'asset', fileName: to, source: JSON.stringify(integrity, null, 2) });
        this.emitFile({ type: 'asset', fileName: head, source: pinnedHead(integrity) });
      },
    },
  };
}

/** Returns the integrity hashes of this build's scripts and style sheet. */
function integrityOf(bundle: Rolldown.OutputBundle): Record<string, string> {
  const texts = chunksOf(bundle).map(
    ({ code, fileName, isEntry }) =>
      [isEntry ? `elements.${versionOf(code)}.js` : fileName, code] as const,
  );
  texts.push([`elements.${versionOf(pageStyleSheet)}.css`, pageStyleSheet]);
  return Object.fromEntries(
    texts.map(([name, text]) => [
      name,
      `sha384-${createHash('sha384').update(text).digest('base64')}`,
    ]),
  );
}

const scriptFile = /^elements\.js$/;
const chunkFiles = Object.values(chunkNames).map(
  (name) => new RegExp(`^elements-${name}\\.[0-9a-f]{16}\\.js$`),
);

function chunkOf(bundle: Rolldown.OutputBundle, name: RegExp): Rolldown.OutputChunk {
  const [chunk, ...others] = chunksOf(bundle).filter(({ fileName }) => name.test(fileName));
  if (!chunk || others.length) throw new Error(`The build has no file named ${name}, or several`);
  return chunk;
}

/** Returns the scripts of this build. Those of earlier versions are assets. */
function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** Returns the hash in the immutable name of a file. */
function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Writes the OpenAPI document as a file. The proxy serves it from `#elements-script`. */
function openApiFile(to: string): Plugin {
  return {
    name: 'openapi-file',
    generateBundle() {
      const source = JSON.stringify(openApiDocument, null, 2);
      this.emitFile({ type: 'asset', fileName: to, source });
    },
  };
}
