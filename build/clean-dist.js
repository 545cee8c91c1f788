// @ts-check
/** The first step of `npm run build`: empties `dist` and records the code that the build is made of. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { recordSources } from '../test/runner/fresh-build.js';

const root = join(import.meta.dirname, '..');
rmSync(join(root, 'dist'), { recursive: true, force: true });
mkdirSync(join(root, 'dist'));
recordSources(root);
