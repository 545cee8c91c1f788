import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { generateReference } from '../../build/generated-reference.js';
import { generateSettings } from '../../build/generated-settings.js';

describe('What is generated from the tables of settings, log events and metrics', async () => {
  const files = { ...(await generateSettings()), ...(await generateReference()) };
  for (const [file, text] of Object.entries(files)) {
    it(`is up to date in ${file}; npm run settings writes it`, () => {
      assert.equal(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), text);
    });
  }
});
