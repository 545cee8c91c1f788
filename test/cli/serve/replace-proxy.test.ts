/** Tests the reload in this process. replace-proxy.full.test.ts uses the real command. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReplaceableProxy } from '../../../src/cli/serve/reload.js';
import type { CommandContext } from '../../../src/cli/command-context.js';
import type { CommandSettings } from '../../../src/cli/settings/table.js';
import {
  createMemoryStore,
  type Observer,
  type ObserverEvent,
  type Store,
} from '../../../src/proxy/index.js';
import { pluck } from '../../support/assertions.js';

type Settings = Partial<CommandSettings>;

/** Creates a replaceable proxy whose settings, observers, and log belong to the test. */
function createShop(first: Settings = {}) {
  const files: { settings: Settings; unknownVariables: CommandContext['unknownVariables'] } = {
    settings: first,
    unknownVariables: [],
  };
  const log: Record<string, unknown>[] = [];
  const seen: ObserverEvent[] = [];
  const created: { observer: Observer; store: Store; isDraining: boolean }[] = [];
  const write = (entry: object) => void log.push({ ...entry });
  const contextOf = (settings: Settings): CommandContext => ({
    settings: settings as CommandSettings,
    words: [],
    unknownVariables: files.unknownVariables,
    version: '1.0.0',
    nameOf: (option) => `--${option}`,
    logger: { debug: write, info: write, warn: write, error: write },
    readAgain: async () => contextOf(files.settings),
  });
  const proxy = createReplaceableProxy(contextOf(first), {
    store: createMemoryStore(),
    observer: (event) => seen.push(event),
    check: async () => undefined,
    createProxy(_context, { observer, store }) {
      const part = { observer: observer!, store, isDraining: false };
      created.push(part);
      return { fetch: async () => new Response(), drain: () => void (part.isDraining = true) };
    },
  });
  async function hangUp(settings: Settings) {
    files.settings = settings;
    await proxy.readAgain();
    return log.splice(0);
  }
  return { proxy, created, seen, files, hangUp };
}

const circuit = {
  type: 'circuit',
  operation: 'createPrequalLink',
  scope: 'operation',
  state: 'open',
} as const satisfies ObserverEvent;

describe('A proxy that is replaced', () => {
  it('leaves no circuit open in the metrics', async () => {
    const { created, seen, hangUp } = createShop({ svcKey: 'one' });
    created[0]!.observer(circuit);
    await hangUp({ svcKey: 'two' });
    assert.deepEqual(seen, [circuit, { ...circuit, state: 'closed' }]);
  });

  it('opens no circuit afterwards, and still counts what it finishes', async () => {
    const { created, seen, hangUp } = createShop({ svcKey: 'one' });
    created[0]!.observer(circuit);
    created[0]!.observer({ ...circuit, state: 'closed' });
    await hangUp({ svcKey: 'two' });
    created[0]!.observer(circuit);
    const last = { type: 'estimates', source: 'service', count: 1 } as const;
    created[0]!.observer(last);
    assert.deepEqual(seen.slice(2), [last]);
  });

  it('passes on its store', async () => {
    const { created, hangUp } = createShop({ svcKey: 'one' });
    await hangUp({ svcKey: 'two' });
    assert.equal(created[1]!.store, created[0]!.store);
  });

  it('is replaced by one that drains if the server is stopping', async () => {
    const { proxy, created, hangUp } = createShop({ svcKey: 'one' });
    proxy.drain();
    await hangUp({ svcKey: 'two' });
    assert.deepEqual(pluck(created, 'isDraining'), [true, true]);
  });
});

describe('Settings that change on SIGHUP', () => {
  it('get a warning if no setting has their name', async () => {
    const { files, hangUp } = createShop({});
    files.unknownVariables = [{ option: 'FINANCING_LOCATION', nearest: 'FINANCING_LOCATIONS' }];
    assert.deepEqual(await hangUp({}), [
      { event: 'unknown-variable', option: 'FINANCING_LOCATION', nearest: 'FINANCING_LOCATIONS' },
      { event: 'settings-unchanged' },
    ]);
  });

  it('are logged by name, unlike settings that stay the same', async () => {
    const { created, hangUp } = createShop({ svcKey: 'one', adminToken: 'same' });
    assert.deepEqual(await hangUp({ svcKey: 'two', adminToken: 'same' }), [
      { event: 'setting-replaced', option: '--svcKey' },
    ]);
    assert.deepEqual(await hangUp({ svcKey: 'two', adminToken: 'same' }), [
      { event: 'settings-unchanged' },
    ]);
    assert.equal(created.length, 2);
  });

  const redisUrl = 'redis://127.0.0.1:6379';
  const refusals: Record<string, [before: Settings, after: Settings, message: string]> = {
    'the secret of a store in Redis': [
      { redisUrl, storeSecret: 'one' },
      { redisUrl, storeSecret: 'two' },
      '--storeSecret has changed, which needs a restart',
    ],
    'the secret of a store in memory': [
      { storeSecret: 'one' },
      { storeSecret: 'two' },
      '--storeSecret has changed, which needs a restart',
    ],
    'the key of the service that also keys Redis': [
      { redisUrl, svcKey: 'one' },
      { redisUrl, svcKey: 'two' },
      '--svcKey also keys Redis; to replace it without a restart, set --storeSecret first',
    ],
  };
  for (const [what, [before, after, message]] of Object.entries(refusals)) {
    it(`are refused if they would lose what was sent: ${what}`, async () => {
      const { created, hangUp } = createShop(before);
      assert.deepEqual(await hangUp(after), [{ event: 'settings-refused', message }]);
      assert.equal(created.length, 1);
    });
  }

  const required = {
    locations: ['main-street'],
    purchaseSecret: 'purchase-secret-70b1c2e8',
    webhookSecret: ['webhook-secret-70b1c2e8'],
    webhookForward: 'https://backend.shop.example/hooks',
  };
  for (const option of Object.keys(required) as (keyof typeof required)[]) {
    it(`are refused if a running shop depends on one that is missing: ${option}`, async () => {
      const { created, hangUp } = createShop(required);
      const message = `--${option} is missing; to remove it, restart`;
      assert.deepEqual(await hangUp({ ...required, [option]: undefined }), [
        { event: 'settings-refused', message },
      ]);
      assert.equal(created.length, 1);
    });
  }

  it('accept a new service key if Redis has its own store secret', async () => {
    const secret = { redisUrl, storeSecret: 'same' };
    const { created, hangUp } = createShop({ ...secret, svcKey: 'one' });
    await hangUp({ ...secret, svcKey: 'two' });
    assert.equal(created.length, 2);
  });
});
