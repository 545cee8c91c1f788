/** Writes what is generated from the tables of settings: `npm run settings`. */
import { writeFileSync } from 'node:fs';
import { generateSettings } from './generated-settings.js';

for (const [file, text] of Object.entries(await generateSettings())) writeFileSync(file, text);
