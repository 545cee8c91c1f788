import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import {
  callback,
  checkOf,
  flagOf,
  list,
  object,
  oneOf,
  readOptions,
  text,
  toggle,
  whole,
  type OptionsOf,
  type Setting,
  type SettingTable,
} from '../../src/internal/settings.js';
import { InvalidOptionError } from '../../src/internal/options.js';
import { settingEntries } from '../../src/cli/settings/table.js';
import { proxySettings, webhookSettings } from '../../src/proxy/proxy-settings.js';

describe('OptionsOf', () => {
  const table = {
    key: { type: text(), isRequired: true, help: '' },
    limit: { type: whole(1, 9), default: 3, help: '' },
    origins: { type: list('origins', z.string()), help: '' },
    level: { type: oneOf(['low', 'high']), help: '' },
    onEvent: { type: callback<(event: string) => void>(), help: '' },
  } as const satisfies SettingTable;
  type Options = OptionsOf<typeof table>;

  it('is the type that readOptions() accepts', () => {
    const options: Options = { key: 'a', origins: ['b'], level: undefined, onEvent: () => {} };
    const { key, limit, origins } = readOptions(table, options);
    assert.deepEqual([key, limit, origins], ['a', 3, ['b']]);
  });

  it('isn’t the type of what readOptions() rejects', () => {
    const wrong: Options[] = [
      // @ts-expect-error A required option is missing.
      { limit: 1 },
      // @ts-expect-error There is no such option.
      { key: 'a', limits: 1 },
      // @ts-expect-error It is a number.
      { key: 'a', limit: '1' },
      // @ts-expect-error It is a list.
      { key: 'a', origins: 'b' },
      // @ts-expect-error It is one of two words.
      { key: 'a', level: 'middle' },
      // @ts-expect-error It is a function.
      { key: 'a', onEvent: {} },
    ];
    for (const options of wrong)
      assert.throws(() => readOptions(table, options), InvalidOptionError);
  });
});

describe('A type of settings', () => {
  for (const [type, wrong, sentence] of [
    [toggle(), 'off', 'must be true or false'],
    [callback(), 1, 'must be a function'],
    [object(), () => undefined, 'must be an object'],
    [list('origins', z.string()), 'https://shop.example', 'must be a list'],
    [whole(1, 9), 1.5, 'must be a whole number from 1 to 9'],
  ] as const) {
    it(`says: ${sentence}`, () => {
      assert.equal(checkOf({ type, help: '' })(wrong), sentence);
    });
  }
});

const rows: [string, Setting][] = [
  ...Object.entries(proxySettings),
  ...Object.entries(webhookSettings),
  ...settingEntries,
];

describe('A row of the settings', () => {
  for (const [name, setting] of rows) {
    const { type, help, default: standard } = setting;
    it(`has one sentence and a valid default: ${name}`, () => {
      assert.match(help, /^[A-Z][^\n]*\.$/);
      if (standard !== undefined) assert.deepEqual(type.schema.parse(standard), standard);
      if (flagOf(setting) !== undefined) assert.ok(type.fromText, 'it can be read from text');
    });
  }

  it('has its own flag', () => {
    const flags = settingEntries.map(([, setting]) => flagOf(setting));
    assert.equal(new Set(flags).size, flags.length);
  });
});
