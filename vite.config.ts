import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { openApiDocument } from './build/openapi/document.js';
import { pinnedHead } from './build/pinned-head.js';
import { releasedFiles } from './build/released-files.js';
import { pageStyleSheet } from './src/elements/page-style-sheet.js';

const nativesFile = fileURLToPath(new URL('src/internal/natives.ts', import.meta.url));

/** What the script loads later, by the name of its module: the middle of the file's name. */
const chunkNames: Readonly<Record<string, string>> = {
  dialogs: 'dialogs',
  'link-creation': 'links',
  prices: 'prices',
  'qr-code': 'qr',
  sentences: 'messages',
};

// Makes dist/elements.js, the one file of a <script type="module">: lit and all. Beside it stand the sentences of
// src/page/sentences.ts, which it imports when it has something to say, and the dialogs, the QR codes, the code that creates
// links, and the code that reads prices, each of which it imports when one is needed. The npm entry points are not bundled; tsc emits them (see "build" in package.json).
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false, // tsc has just filled it
    target: ['chrome125', 'safari17.4', 'firefox126'],
    modulePreload: false,
    reportCompressedSize: false,
    license: { fileName: 'LICENSES.md' }, // lit's and those of the others in these files
    // As a library: Vite gives a page's dynamic imports a helper that loads their style sheets, of 600 bytes.
    lib: { entry: 'src/script-tag.ts', formats: ['es'], fileName: () => 'elements.js' },
    rolldownOptions: {
      // Lit looks at `Document.prototype`.
      transform: { inject: { Document: [nativesFile, 'NativeDocument'] } },
      preserveEntrySignatures: 'strict', // `import { configure } from '/financing/elements.js'`
      output: {
        minify: true, // which Vite leaves to those who bundle a library
        chunkFileNames: ({ name }) => `elements-${chunkNames[name]}.[hash:16].js`,
        hashCharacters: 'hex',
        comments: false,
        // lit's licence wants its notice kept. With the second line, V8 compiles the functions beside the page's
        // thread, as the script comes, rather than on it, as they are called.
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
 * Makes lit-html create its Trusted Types policy in src/elements/trusted-types-policy.ts. Nothing else of lit is
 * altered; the build ends where lit no longer creates exactly one policy.
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
 * Removes the white space of templates, which minification keeps: line ends, indents, and the spaces that a style sheet has
 * before a brace and after the name of a property. A line end within a rule or a text becomes a space.
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
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = shorten(chunk.code);
        }
      },
    },
  };
}

/**
 * Writes the files that pages load a second time, and the OpenAPI document, as a module of strings, which the proxy
 * imports as `#elements-script`. So it can serve them where there is no file system, such as on workers, and compresses
 * nothing at run time.
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
          files[`${name}.js`] = contentOf(code, hash); // the script imports it by the hash in its name
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
  // Quality 11, the best and slowest, is Node's default.
  return { text, brotli: brotliCompressSync(text).toString('base64'), hash };
}

/** Writes the rules that reserve space before the script runs, with types: TypeScript checks an import of it, too. */
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
 * Writes the integrity of every file that pages load, by the immutable names that the proxy serves, and the tags of a page
 * that pins these files.
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

/** Returns the integrity of each script of the build, and of the style sheet. */
function integrityOf(bundle: Rolldown.OutputBundle): Record<string, string> {
  const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk'); // not those of other versions
  const texts = scripts.map((chunk) => {
    const { code, fileName, isEntry } = chunk as Rolldown.OutputChunk;
    return [isEntry ? `elements.${versionOf(code)}.js` : fileName, code] as const;
  });
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
  const [chunk, ...others] = Object.values(bundle)
    .filter(({ type }) => type === 'chunk') // those of other versions are assets
    .filter(({ fileName }) => name.test(fileName));
  if (chunk?.type !== 'chunk' || others.length) throw new Error(`the build made no ${name}`);
  return chunk;
}

/** The hash in the immutable name of a file. */
function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Writes the OpenAPI document for readers; the proxy has it in `#elements-script`. */
function openApiFile(to: string): Plugin {
  return {
    name: 'openapi-file',
    generateBundle() {
      const source = JSON.stringify(openApiDocument, null, 2);
      this.emitFile({ type: 'asset', fileName: to, source });
    },
  };
}
