import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateReference } from '../../build/generated-reference.js';
import { pageErrorCodes, proxyErrorCodes } from '../../src/client/financing-error.js';
import { statuses } from '../../src/proxy/http/index.js';

const root = join(import.meta.dirname, '../..');

describe('The generated pages of the reference', () => {
  it('are up to date; npm run reference writes them', async () => {
    for (const [file, text] of Object.entries(await generateReference())) {
      assert.ok(existsSync(join(root, file)), `there is no ${file}`);
      assert.equal(readFileSync(join(root, file), 'utf8'), text, file);
    }
  });

  it('have one for each code of the proxy and of the page, and no other', () => {
    const pages = readdirSync(join(root, 'docs/errors')).map((file) => file.replace('.md', ''));
    assert.deepEqual(pages.sort(), [...Object.keys(statuses), ...pageErrorCodes].sort());
    assert.deepEqual(Object.keys(statuses).sort(), [...proxyErrorCodes].sort());
  });
});
