import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it, type TestContext } from 'node:test';
import type * as ioredis from 'ioredis';
import { watchSentinels } from '../../src/node/redis/redis-sentinels.js';
import { until } from '../support/until.js';

/** A fake connection to a Sentinel that names one other Sentinel. */
class FakeConnection extends EventEmitter {
  status = 'connecting';
  constructor(readonly options: ioredis.RedisOptions) {
    super();
    connections.push(this);
  }
  duplicate = (options: ioredis.RedisOptions) => new FakeConnection(options);
  call = () => Promise.resolve([['name', 'other', 'ip', '10.0.0.2', 'port', '26379']]);
  psubscribe = () => Promise.resolve(3);
  ping = () => Promise.resolve('PONG');
  disconnect = () => undefined;
}

let connections: FakeConnection[] = [];

function startWatch(t: TestContext): void {
  const sentinels = [{ host: '10.0.0.1', port: 26379 }];
  const client = new FakeConnection({ sentinels, name: 'mymaster' });
  connections = [];
  const watch = watchSentinels(client as unknown as ioredis.Redis, {
    onEnd: () => undefined,
    onRefusal: assert.ifError,
  });
  t.after(() => watch.close());
}

const hour = 3_600_000;

function isRetriedAfter(connection: FakeConnection, milliseconds: number): boolean {
  return typeof connection.options.retryStrategy?.(milliseconds / 1_250) === 'number';
}

it('watchSentinels stops retrying a Sentinel from another one after an hour', async (t) => {
  startWatch(t);
  const [named] = connections;
  named!.emit('ready');
  await until(() => connections.length === 2);
  const other = connections[1]!;
  assert.equal(other.options.host, '10.0.0.2');
  assert.equal(isRetriedAfter(other, hour - 1_250), true);
  assert.equal(isRetriedAfter(other, hour), false);
  assert.equal(isRetriedAfter(named!, 24 * hour), true);

  // It's watched again if a Sentinel still names it.
  other.emit('end');
  named!.emit('ready');
  await until(() => connections.length === 3);
  assert.equal(connections[2]!.options.host, '10.0.0.2');
});
