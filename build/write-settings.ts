/**
 * Writes what is generated from the tables of settings: `npm run settings`. A file that is up to date stays as it is, since
 * a newer source makes the build outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { generateSettings } from './generated-settings.js';

for (const [file, text] of Object.entries(await generateSettings())) {
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
