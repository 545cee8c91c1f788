import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { generateSettings } from '../../build/generated-settings.js';

describe('What is generated from the tables of settings', async () => {
  const files = await generateSettings();
  for (const [file, text] of Object.entries(files)) {
    it(`is up to date in ${file}; npm run settings writes it`, () => {
      assert.equal(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), text);
    });
  }
});
