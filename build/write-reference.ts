/** Writes what is generated from the tables of the sources: `npm run reference`. A page of a code that is gone is deleted. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { generateReference } from './generate-reference.js';

const files = await generateReference();
rmSync('docs/errors', { recursive: true, force: true });
mkdirSync('docs/errors');
for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
