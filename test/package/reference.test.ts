import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateReference } from '../../build/generate-reference.js';
import { codes } from '../../build/proxy-facts.js';
import { pageErrorCodes, proxyErrorCodes } from '../../src/client/financing-error.js';

const root = join(import.meta.dirname, '../..');

describe('The generated pages of the reference', async () => {
  for (const [file, text] of Object.entries(await generateReference())) {
    it(`are up to date in ${file}; npm run reference writes them`, () => {
      assert.ok(existsSync(join(root, file)), `there is no ${file}`);
      assert.equal(readFileSync(join(root, file), 'utf8'), text);
    });
  }

  it('have one for each code of the proxy and of the page, and no other', () => {
    const pages = readdirSync(join(root, 'docs/errors')).map((file) => file.replace('.md', ''));
    assert.deepEqual(pages.sort(), [...codes, ...pageErrorCodes].sort());
    assert.deepEqual([...codes].sort(), [...proxyErrorCodes].sort());
  });

  it('say of an error what the elements that meet it show', () => {
    const shownFor = (code: string) => {
      const page = readFileSync(join(root, `docs/errors/${code}.md`), 'utf8');
      const [, words] = /^- Shopper: (.*)$/m.exec(page) ?? [];
      return words;
    };
    const fallback = 'an estimate keeps the text inside the element';
    assert.equal(
      shownFor('rate-limited'),
      `${fallback}; a button says “Too many attempts. Please try again later.”`,
    );
    assert.equal(shownFor('invalid-selector'), `${fallback}.`);
    assert.equal(
      shownFor('purchase-not-verified'),
      'the button says “Financing is not available here.”',
    );
    assert.equal(
      shownFor('duplicate-send'),
      'the button says “Your text may already be on its way. Check your phone before trying again.”',
    );
    assert.equal(
      shownFor('invalid-phone-number'),
      'the button says “Financing is not available here.” With `delivery="sms"` it says “Enter a US mobile number that can receive texts.”',
    );
  });
});
