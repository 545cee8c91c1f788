/** Writes the generated pages of the reference: `npm run reference`. A page of a code that is gone is deleted. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { generateReference } from './generated-reference.js';

const pages = await generateReference();
rmSync('docs/errors', { recursive: true, force: true });
mkdirSync('docs/errors');
for (const [file, text] of Object.entries(pages)) writeFileSync(file, text);
