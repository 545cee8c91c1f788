import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const folder = join(import.meta.dirname, '../src/packages');

// Bundles the dependencies that src/packages re-exports, and replaces the files that tsc wrote for them. Otherwise, a shop that
// only wants the elements would install 17 MB for a command and a proxy that it doesn't run.
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true, // for Node: its built-in modules stay imports
    outDir: 'dist/packages',
    target: 'es2022',
    reportCompressedSize: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: { input: readdirSync(folder).map((file) => join(folder, file)) },
  },
});
