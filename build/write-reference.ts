/** Writes what is generated from the tables of the sources: `npm run reference`. */
import { writeFileSync } from 'node:fs';
import { generateReference } from './generate-reference.js';

for (const [file, text] of Object.entries(await generateReference())) writeFileSync(file, text);
