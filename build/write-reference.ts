/** Writes what is generated from the tables of the sources: `npm run reference`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generateReference } from './generate-reference.js';

for (const [file, text] of Object.entries(await generateReference())) {
  // A source that is written anew would make the build look old.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
