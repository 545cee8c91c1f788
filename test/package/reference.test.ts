import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateReference } from '../../build/reference/generate-reference.js';
import { guidesThatInstall } from '../../build/reference/install-instructions.js';
import { codes } from '../../build/proxy-facts.js';
import { pageErrorCodes, proxyErrorCodes } from '../../src/contract/error-codes.js';

const root = join(import.meta.dirname, '../..');

describe('The generated pages of the reference', async () => {
  for (const [file, text] of Object.entries(await generateReference())) {
    it(`are up to date in ${file}; npm run reference writes them`, () => {
      assert.ok(existsSync(join(root, file)), `there is no ${file}`);
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const expected = text.split('\n');
      const line = expected.findIndex((content, index) => content !== lines[index]);
      assert.equal(lines[line], expected[line], `line ${line + 1}`);
      assert.equal(lines.length, expected.length);
    });
  }

  it('install the package from the registry once it is published', () => {
    const guides = guidesThatInstall(true);
    for (const [file, text] of Object.entries(guides)) {
      assert.doesNotMatch(text, /in a registry|\.tgz|that it packs/, file);
    }
    const [, first] = /^```sh\n(.*?) {2}/m.exec(guides['README.md'] ?? '') ?? [];
    assert.equal(first, 'npx financing-elements demo');
  });

  const errors = readFileSync(join(root, 'docs/errors.md'), 'utf8');

  it('have exactly one section for each code of the proxy and of the page', () => {
    const sections = Array.from(errors.matchAll(/^### `(.*)`$/gm), ([, code]) => code);
    assert.deepEqual(sections.sort(), [...codes, ...pageErrorCodes].sort());
    assert.deepEqual([...codes].sort(), [...proxyErrorCodes].sort());
  });

  it('list the codes behind each message of a button', () => {
    const wordsFor = (code: string) => {
      const [, words] = new RegExp(`^- (.*): .*\\(#${code}\\)`, 'm').exec(errors) ?? [];
      return words;
    };
    assert.equal(wordsFor('rate-limited'), '“Too many attempts. Please try again later.”');
    assert.equal(wordsFor('purchase-not-verified'), '“Financing is not available here.”');
    assert.equal(
      wordsFor('duplicate-send'),
      '“Something went wrong. Please try again.”; with `delivery="sms"` “Your text may already be on its way. Check your phone before trying again.”',
    );
    assert.equal(
      wordsFor('invalid-phone-number'),
      '“Financing is not available here.”; with `delivery="sms"` “Enter a US mobile number that can receive texts.”',
    );
    assert.equal(wordsFor('invalid-selector'), undefined);
  });
});
