import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { leanScript } from './build/lean-script.js';
import { createOpenApiDocument } from './src/proxy/openapi.js';

// Makes dist/elements.js, the one file of a <script type="module">: lit and all, nothing left to
// import. The npm entry points are not bundled; tsc emits them (see "build" in package.json).
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false, // tsc has just filled it
    target: ['chrome125', 'safari17.4', 'firefox126'],
    modulePreload: false,
    minify: 'terser', // 1 % smaller than what the default makes
    terserOptions: {
      ecma: 2020,
      compress: { passes: 3, hoist_funs: true, inline: 1, pure_getters: true },
      mangle: { properties: { regex: /^_/ } }, // lit's private names; ours are #private
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/script-tag.ts',
      preserveEntrySignatures: 'strict', // `import { configure } from '/financing/elements.js'`
      output: {
        entryFileNames: 'elements.js',
        codeSplitting: false,
        comments: false,
        // lit's licence wants its notice kept.
        postBanner: '/*! financing-elements: MIT. Contains lit, (c) Google LLC: BSD-3-Clause. */',
      },
    },
  },
  plugins: [
    leanScript(),
    scriptAsModule('elements.js', 'elements-script.js'),
    openApiFile('openapi.json'),
  ],
});

/**
 * Writes the finished script a second time, as a module of strings, which the proxy imports as
 * `#elements-script`. So it can serve `/elements.js` where there is no file system, such as on
 * workers, and compresses nothing at run time.
 */
function scriptAsModule(from: string, to: string): Plugin {
  return {
    name: 'script-as-module',
    generateBundle: {
      order: 'post', // after minification
      handler(_options, bundle) {
        const chunk = bundle[from];
        if (chunk?.type !== 'chunk') throw new Error(`the build made no ${from}`);
        const values = {
          script: chunk.code,
          // Quality 11, the best and slowest, is Node's default.
          brotli: brotliCompressSync(chunk.code).toString('base64'),
          hash: createHash('sha256').update(chunk.code).digest('hex').slice(0, 16),
        };
        const source = Object.entries(values)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
          .join('');
        this.emitFile({ type: 'asset', fileName: to, source });
      },
    },
  };
}

/** Writes the OpenAPI document with all that a proxy may have, at the default mount. */
function openApiFile(to: string): Plugin {
  return {
    name: 'openapi-file',
    generateBundle() {
      const source = JSON.stringify(createOpenApiDocument(), null, 2);
      this.emitFile({ type: 'asset', fileName: to, source });
    },
  };
}
