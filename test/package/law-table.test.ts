/** Checks the table of laws in docs/display-and-law.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { verticals } from '../../src/contract/index.js';
import { assertNone } from '../support/assertions.js';

const page = readFileSync(new URL('../../docs/display-and-law.md', import.meta.url), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2) // the heading and its rule
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, verticals = '', rule = '', asks = '', follows = '', checked = '']) => ({
    ...{ verticals, rule, asks, follows, checked },
  }));

describe('The table of laws', () => {
  for (const vertical of verticals) {
    it(`has a rule for ${vertical}`, () => {
      assert.ok(rows.some((row) => row.verticals.includes(`\`${vertical}\``)));
    });
  }

  it('has a link, a consequence, and a review date for each rule', () => {
    assertNone(
      rows.filter(
        ({ rule, follows, checked }) =>
          !/\]\(https:\/\//.test(rule) || !follows || !/^2026-\d\d-\d\d$/.test(checked),
      ),
    );
  });
});
