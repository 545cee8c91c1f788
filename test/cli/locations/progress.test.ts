import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgress } from '../../../src/cli/locations/report.js';

/** Progress of 100 rows, each of which takes some seconds, and what it writes. */
function progress(isTTY: boolean, secondsPerRow: number) {
  let now = 0;
  let written = '';
  const stream = { isTTY, write: (text: string) => void (written += text) };
  const { advance, ...others } = createProgress(stream, 100, () => now);
  return {
    ...others,
    advance(rows: number, note?: string) {
      for (let row = 0; row < rows; row++) {
        now += secondsPerRow * 1_000;
        advance(note);
      }
    },
    text: () => written,
  };
}

describe('the progress', () => {
  it('is one line that changes on a terminal, with the time left', () => {
    const { advance, end, text } = progress(true, 2);
    advance(2, '1 not added');
    assert.equal(
      text(),
      '\r\x1b[K1 of 100, 1 not added, about 3 min left\r\x1b[K2 of 100, 1 not added, about 3 min left',
    );
    end();
    assert.ok(text().endsWith('left\r\x1b[K'));
  });

  it('is a line after the first row, and then every ten seconds elsewhere', () => {
    const { advance, end, text } = progress(false, 1);
    advance(25);
    end();
    assert.equal(
      text(),
      '1 of 100, about 2 min left\n11 of 100, about 89 s left\n21 of 100, about 79 s left\n',
    );
  });
});
