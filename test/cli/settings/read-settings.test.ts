import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandContext } from '../../../src/cli/command-context.js';
import { openAndTestStore } from '../../../src/cli/command-store.js';
import {
  listenAddressOf,
  chooseWebhooks,
  requireCredentials,
} from '../../../src/cli/proxy-options.js';
import {
  readCommandLine,
  readSettings,
  findUnknownVariables,
  type Environment,
} from '../../../src/cli/settings/read-settings.js';
import { settingEntries } from '../../../src/cli/settings/table.js';
import { writeTemporaryFile } from '../../support/files.js';
import { pluck } from '../../support/assertions.js';

const read = (args: string, env: Environment = {}) =>
  readSettings(readCommandLine(args.split(' ')), env);

const secretVariables = settingEntries.flatMap(([, { type, variable = '', commands }]) =>
  type.holds === 'secret' && commands.includes('serve') ? [variable] : [],
);

describe('The settings of a command', () => {
  it('have the defaults of the table', () => {
    const { settings: values } = read('serve');
    for (const [name, { type, default: expected }] of settingEntries) {
      if (expected !== undefined && type.holds === undefined) {
        assert.deepEqual(values[name], expected, name);
      }
    }
  });

  it('come from the environment', () => {
    const { settings } = read('serve', {
      FINANCING_LOCATIONS: 'a, b',
      FINANCING_TRUST_PAGE_AMOUNT: 'on',
    });
    assert.deepEqual([settings.locations, settings.trustPageAmount], [['a', 'b'], true]);
  });

  it('come from the file of --env-file, unless the environment has them', (t) => {
    const file = writeTemporaryFile(t, 'HOST=::1\nPORT=1\n', '.env');
    const { settings } = read(`serve --env-file ${file}`, { PORT: '2' });
    assert.deepEqual([settings.host, settings.port], ['::1', 2]);
    assert.throws(() => read('serve --env-file /no/such/file'), {
      message: /^--env-file names a file that cannot be read: there is no such file or folder/,
    });
  });

  it('come from flags if both are set', () => {
    assert.equal(read('serve --port 1', { PORT: '2' }).settings.port, 1);
  });

  it('are named as the user wrote them', () => {
    const { nameOf } = read('serve --mount /x', { FINANCING_BASE_URL: 'https://a.example' });
    assert.deepEqual(
      [nameOf('mount'), nameOf('baseUrl'), nameOf('svcSecret')],
      ['--mount', 'FINANCING_BASE_URL', 'FINANCING_SVC_SECRET'],
    );
  });

  it('are unset by an empty variable, as passed on by compose files', () => {
    assert.equal(read('serve', { FINANCING_BASE_URL: '', HOST: '' }).settings.host, '127.0.0.1');
  });

  it('are checked like the options of the proxy', () => {
    assert.throws(() => read('serve --rate-limit 1234567890'), {
      message: '--rate-limit must be a whole number from 1 to 1000000',
    });
  });

  it('are ignored in the environment if only another command has them', () => {
    assert.equal(read('sandbox', { FINANCING_TIMEOUT: 'abc' }).settings.timeout, 4000);
  });
});

describe('A secret', () => {
  for (const [what, text] of [
    ['and its line end is trimmed', 'key\n'],
    ['from Windows', '\uFEFFkey\r\n'],
  ] as const) {
    it(`is read from a file ${what}`, (t) => {
      const file = writeTemporaryFile(t, text);
      assert.equal(read('serve', { FINANCING_SVC_KEY_FILE: file }).settings.svcKey, 'key');
    });
  }

  it('may be a URL in a file', (t) => {
    const url = 'rediss://:s3cret@redis.example';
    const file = writeTemporaryFile(t, `${url}\n`);
    assert.equal(read('serve', { FINANCING_REDIS_URL_FILE: file }).settings.redisUrl, url);
  });

  it('is refused if its file ends with two line ends, because one would be part of it', (t) => {
    const file = writeTemporaryFile(t, 'key\n\n');
    assert.throws(() => read('serve', { FINANCING_PURCHASE_SECRET_FILE: file }), {
      message: 'FINANCING_PURCHASE_SECRET_FILE begins or ends with white space',
    });
  });

  it('is refused in another encoding', (t) => {
    const file = writeTemporaryFile(t, Buffer.from('\uFEFFkey', 'utf16le'));
    assert.throws(() => read('serve', { FINANCING_PURCHASE_SECRET_FILE: file }), {
      message: 'FINANCING_PURCHASE_SECRET_FILE names a file that is not UTF-8',
    });
  });

  it('is named after its file variable if it comes from there', (t) => {
    const file = writeTemporaryFile(t, 'key');
    assert.equal(
      read('serve', { FINANCING_SVC_KEY_FILE: file }).nameOf('svcKey'),
      'FINANCING_SVC_KEY_FILE',
    );
  });

  for (const variable of secretVariables) {
    it(`is refused as a flag, without being printed: ${variable}`, () => {
      const flag = variable.replace('FINANCING_', '--').toLowerCase().replaceAll('_', '-');
      assert.throws(() => read(`serve ${flag} s3cret`), {
        message: `${flag} would show the secret to every user of this machine; set ${variable} or ${variable}_FILE`,
      });
    });

    it(`is read from the file that ${variable}_FILE names`, (t) => {
      const file = writeTemporaryFile(t, 'a-secret-of-sixteen-characters\n');
      const { settings: values } = read('serve', { [`${variable}_FILE`]: file });
      assert.ok(Object.values(values).flat().includes('a-secret-of-sixteen-characters'));
    });
  }

  it('is refused if it is set twice', () => {
    assert.throws(() => read('serve', { FINANCING_SVC_KEY: 'a', FINANCING_SVC_KEY_FILE: '/b' }), {
      message: 'FINANCING_SVC_KEY and FINANCING_SVC_KEY_FILE are both set',
    });
  });

  it('is refused without its path if its file can’t be read', () => {
    assert.throws(() => read('serve', { FINANCING_SVC_KEY_FILE: '/no/such/file' }), {
      message:
        'FINANCING_SVC_KEY_FILE names a file that cannot be read: there is no such file or folder',
    });
  });

  it('is refused from an empty file, or one with only a line end', (t) => {
    for (const text of ['', '\n']) {
      const file = writeTemporaryFile(t, text);
      assert.throws(() => read('serve', { FINANCING_SVC_SECRET_FILE: file }), {
        name: 'CommandError',
        message: 'FINANCING_SVC_SECRET_FILE names a file that is empty',
      });
    }
  });
});

describe('A mistake in flags or environment', () => {
  const mistakes: [string, Environment, string][] = [
    ['serve --prot 80', {}, '--prot is not an option; did you mean --port?'],
    ['serve --svc-kye s3cret', {}, '--svc-kye is not an option; did you mean FINANCING_SVC_KEY?'],
    ['serve --mount=/a --mount=/b', {}, '--mount is set twice'],
    ['serve --port --host ::1', {}, '--port needs a value'],
    ['serve --sandbox=yes', {}, '--sandbox takes no value'],
    ['demo --mount /shop', {}, '--mount is not an option of demo'],
    ['serve s3cret', {}, 'there is an unexpected word after serve (see --help)'],
    ['serv', {}, 'serv is not a command; did you mean serve?'],
    ['serve --port 70000', {}, '--port must be a whole number from 0 to 65535'],
    ['serve', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    ['serve', { FINANCING_ALLOW_HTTP: 'true' }, 'FINANCING_ALLOW_HTTP must be on or off'],
    ['serve', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error'],
    [
      'serve',
      { FINANCING_WEBHOOK_SECRET: 'a-secret-of-16-characters,s3cret' },
      'FINANCING_WEBHOOK_SECRET must be at least 16 characters',
    ],
    [
      'serve',
      { FINANCING_WEBHOOK_FORWARD: 'http://s3cret.example' },
      'FINANCING_WEBHOOK_FORWARD must be an https URL (http only for this machine)',
    ],
    [
      'serve',
      { FINANCING_WEBHOOK_FORWARD: 'https://a:s3cret@b.example' },
      'FINANCING_WEBHOOK_FORWARD must not contain user information',
    ],
    ['serve -sandbox', {}, '-s is not an option; options begin with two dashes (see --help)'],
    ['serve --origins x', {}, '--origins is not an option; did you mean --allowed-origins?'],
    ['serve --key s3cret', {}, '--key is not an option; did you mean FINANCING_SVC_KEY?'],
    ['serve --locations a, b', {}, 'there is an unexpected word after --locations (see --help)'],
    ['serve', { FINANCING_LOCATIONS: 'a,,b' }, 'FINANCING_LOCATIONS has an empty entry'],
    [
      'serve',
      { FINANCING_LOCATIONS: '' },
      'FINANCING_LOCATIONS is empty: give it a value, or leave it out',
    ],
  ];
  for (const [args, env, message] of mistakes) {
    it(`is reported: ${message}`, () => {
      assert.throws(() => read(args, env), { name: 'CommandError', exitCode: 2, message });
    });
  }
});

describe('Settings that conflict', () => {
  const service = { FINANCING_BASE_URL: 'https://service.example' };
  const conflicts: [
    check: (context: CommandContext) => unknown,
    args: string,
    env: Environment,
    message: RegExp,
  ][] = [
    [requireCredentials, 'serve', service, /^FINANCING_SVC_KEY is missing; .* serve --sandbox$/],
    [
      listenAddressOf,
      'serve',
      { FINANCING_DRAIN: '9' },
      /^FINANCING_DRAIN .*FINANCING_STOP_TIMEOUT/,
    ],
    [
      listenAddressOf,
      'serve --port 8799 --metrics-port 8799',
      {},
      /^--metrics-port and --port are both 8799; choose another port$/,
    ],
    [
      chooseWebhooks,
      'serve',
      { FINANCING_WEBHOOK_FORWARD: 'https://s3cret.example' },
      /^FINANCING_WEBHOOK_FORWARD needs FINANCING_WEBHOOK_SECRET$/,
    ],
    [
      openAndTestStore,
      'serve --redis-url redis://:s3cret@127.0.0.1',
      {},
      /^--redis-url would show the password .*; set FINANCING_REDIS_URL or FINANCING_REDIS_URL_FILE$/,
    ],
  ];
  for (const [check, args, env, message] of conflicts) {
    it(`are refused: ${message.source}`, () => {
      const context = read(args, env) as CommandContext;
      assert.throws(() => check(context), { name: 'CommandError', exitCode: 2, message });
    });
  }
});

describe('A variable that Kubernetes adds for a Service', () => {
  const added = (prefix: string) => ({
    [`${prefix}_SERVICE_HOST`]: '10.96.0.12',
    [`${prefix}_SERVICE_PORT`]: '8787',
    [`${prefix}_SERVICE_PORT_HTTP`]: '8787',
    [`${prefix}_SERVICE_PORT_METRICS_2`]: '9464',
    [`${prefix}_PORT`]: 'tcp://10.96.0.12:8787',
    ...Object.fromEntries(
      ['TCP', 'UDP', 'SCTP'].flatMap((protocol) => [
        [`${prefix}_PORT_8787_${protocol}`, `${protocol.toLowerCase()}://10.96.0.12:8787`],
        [`${prefix}_PORT_8787_${protocol}_PROTO`, protocol.toLowerCase()],
        [`${prefix}_PORT_8787_${protocol}_PORT`, '8787'],
        [`${prefix}_PORT_8787_${protocol}_ADDR`, '10.96.0.12'],
      ]),
    ),
  });

  for (const prefix of ['FINANCING', 'FINANCING_PROXY', 'FINANCING_METRICS', 'FINANCING_A_2']) {
    it(`isn’t reported as unknown, and sets nothing: ${prefix}`, () => {
      const { settings, unknownVariables } = readSettings(
        readCommandLine(['serve']),
        added(prefix),
      );
      assert.deepEqual(unknownVariables, []);
      assert.equal(settings.metricsPort, undefined);
    });
  }

  it('differs from a mistyped setting', () => {
    const env = {
      FINANCING_PORT: '8787',
      FINANCING_METRIC_PORT: '9464',
      FINANCING_PORT_X_TCP: '1',
    };
    assert.deepEqual(pluck(findUnknownVariables(env), 'option'), Object.keys(env));
  });
});

describe('A value in quotes, as left by docker run --env-file', () => {
  const quoted = ['"abc-secret"', "'abc-secret'", '"abc-secret"\r', ' "abc-secret" ', '""'];
  for (const variable of ['FINANCING_SVC_KEY', 'FINANCING_SVC_KEY_FILE', 'FINANCING_MOUNT']) {
    it(`is refused with the name of its variable: ${variable}`, () => {
      for (const value of quoted) {
        assert.throws(
          () => readSettings(readCommandLine(['serve']), { [variable]: value }),
          (error: Error) => {
            assert.match(error.message, new RegExp(`^${variable} has quotes around its value`));
            assert.ok(!error.message.includes('abc'));
            return true;
          },
        );
      }
    });
  }

  it('may contain quotes, or have only one', () => {
    const env = { FINANCING_SVC_KEY: 'a"b\'c"' };
    assert.equal(readSettings(readCommandLine(['serve']), env).settings.svcKey, 'a"b\'c"');
  });
});

describe('An unknown FINANCING_ variable', () => {
  it('is reported with the nearest known one', () => {
    assert.deepEqual(
      findUnknownVariables({ FINANCING_BASE_ULR: 'x', FINANCING_SVC_KEY_FILE: 'y', OTHER: 'z' }),
      [{ option: 'FINANCING_BASE_ULR', nearest: 'FINANCING_BASE_URL' }],
    );
  });

  const nearestTo: [string, string | undefined][] = [
    ['FINANCING_PORT', 'PORT'],
    ['FINANCING_LOCATION', 'FINANCING_LOCATIONS'],
    ['FINANCING_WORKERS', undefined],
    ['FINANCING_SANDBOX', undefined],
  ];
  for (const [option, nearest] of nearestTo) {
    it(`is compared without the common prefix: ${option}`, () => {
      assert.deepEqual(findUnknownVariables({ [option]: 'x' }), [{ option, nearest }]);
    });
  }
});
