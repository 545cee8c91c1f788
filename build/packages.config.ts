import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const folder = join(import.meta.dirname, '../src/packages');

// Bundles what src/packages exports from other packages, in place of what tsc made of these files. `npm install` of a shop
// that wants the elements alone would otherwise fetch 17 MB for a command and a proxy that it does not run.
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true, // for Node, whose modules stay imports
    outDir: 'dist/packages',
    target: 'es2022',
    reportCompressedSize: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: { input: readdirSync(folder).map((file) => join(folder, file)) },
  },
});
