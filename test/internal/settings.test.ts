import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dollars,
  flagOf,
  readOptions,
  type Setting,
  type SettingType,
} from '../../src/internal/settings/index.js';
import { settingEntries } from '../../src/cli/settings/table.js';
import { proxySettings, webhookSettings } from '../../src/proxy/settings/index.js';

function readText(type: SettingType, text: string): unknown {
  const { data, error } = type.fromText!.safeParse(text);
  return error ? error.issues[0]!.message : data;
}

describe('An amount of dollars', () => {
  const reason = 'is not an amount of US dollars from 0.01 to 500, with at most two decimals';
  const expected: [text: string, value: unknown][] = [
    ['45.72', 45.72],
    ['500', 500],
    ['0.1', 0.1],
    ['0', reason],
    ['500.01', reason],
    ['1.005', reason],
    ['$5', reason],
    ['1,000', reason],
    ['', reason],
  ];
  for (const [text, value] of expected) {
    it(`is read from ${text ? text : 'an empty text'}`, () => {
      assert.equal(readText(dollars(0.01, 500), text), value);
    });
  }

  it('has cents in code, too', () => {
    const table = { limit: { type: dollars(0.01, 500), help: '' } };
    assert.deepEqual(readOptions(table, { limit: 19.99 }), { limit: 19.99 });
    assert.throws(() => readOptions(table, { limit: 0.001 }), {
      message: `Option limit ${reason}`,
    });
  });
});

const rows: [string, Setting][] = [
  ...Object.entries(proxySettings),
  ...Object.entries(webhookSettings),
  ...settingEntries,
];

describe('A row of the settings', () => {
  for (const [name, setting] of rows) {
    const { type, help, default: standard } = setting;
    it(`has one sentence, and a default that it allows: ${name}`, () => {
      assert.match(help, /^[A-Z][^\n]*\.$/);
      if (standard !== undefined) assert.deepEqual(type.schema.parse(standard), standard);
      if (flagOf(setting) !== undefined) assert.ok(type.fromText, 'it can be read from text');
    });
  }

  it('has a flag of its own', () => {
    const flags = settingEntries.map(([, setting]) => flagOf(setting));
    assert.equal(new Set(flags).size, flags.length);
  });
});
