/** Writes the generated documents: `npm run reference`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generateReference } from './generate-reference.js';

for (const [file, text] of Object.entries(await generateReference())) {
  // Rewriting an unchanged source would make the build look outdated.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
