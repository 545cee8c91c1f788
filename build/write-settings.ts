/** Writes what is generated from the tables of settings, log events and metrics: `npm run settings`. */
import { writeFileSync } from 'node:fs';
import { generateReference } from './generated-reference.js';
import { generateSettings } from './generated-settings.js';

const files = { ...(await generateSettings()), ...(await generateReference()) };
for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
