import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { commandNames } from '../../src/cli/commands.js';
import { helpText } from '../../src/cli/help.js';

describe('The text of --help', () => {
  it('is that of test/cli/help.txt, for all commands and for each', () => {
    const expected = readFileSync(new URL('help.txt', import.meta.url), 'utf8');
    const all = [undefined, ...commandNames].map((command) => helpText(command));
    assert.equal(all.join('\n'), expected);
  });
});
