/** A store that watches Sentinels that reject commands, aren't in the URL, or are silent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { assertAbsent, rejection } from '../support/assertions.js';
import { runCheckOn, respondWithEstimate, startCommand } from '../cli/command.js';
import {
  connectStore,
  type RedisServer,
  startSentinels,
  withRedis,
  acceptsWrites,
} from '../support/redis.js';
import { eventually } from '../support/until.js';

// Fails a test whose response never comes.
const options = { timeout: 120_000 };

/** True if a client subscribes to the announcements of a Sentinel. */
const isWatched = async (sentinel: RedisServer) =>
  String(await sentinel.command('CLIENT', 'LIST', 'TYPE', 'pubsub')).includes('psub=3');

/** Returns the number of the last rejection in the log of a Sentinel. */
async function countRefused(sentinel: RedisServer): Promise<number> {
  const [entry = []] = (await sentinel.command('ACL', 'LOG')) as unknown[][];
  return Number(entry[entry.indexOf('count') + 1] ?? 0);
}

const asWatcher = '?sentinelUsername=watcher&sentinelPassword=s3cret';

/** Rejections of a Sentinel, with the rules that cause and end them. */
const rejectionKinds: [string, string[], string[], RegExp][] = [
  ['the subscription', ['-psubscribe'], ['+psubscribe'], /^Error: NOPERM/],
  ['the password', ['resetpass', '>other'], ['>s3cret'], /^Error: WRONGPASS/],
];

withRedis(() => {
  describe('createRedisStore() watches Sentinels', options, () => {
    for (const [what, refuse, accept, reason] of rejectionKinds) {
      it(`works without a Sentinel that rejects ${what}, and watches it again later`, async (t) => {
        const { url, sentinels } = await startSentinels(t);
        const [sentinel] = sentinels as [RedisServer];
        for (const each of sentinels) {
          await each.command('ACL', 'SETUSER', 'watcher', 'on', '>s3cret', '&*', '+@all');
        }
        const refusals: unknown[] = [];
        const onWarning = ({ cause }: Error) => void refusals.push(cause);
        const store = connectStore(t, `${url}${asWatcher}`, { onWarning });
        await eventually(() => acceptsWrites(store));
        await eventually(() => isWatched(sentinel));
        await sentinel.command('ACL', 'SETUSER', 'watcher', ...refuse);
        await sentinel.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await eventually(async () => refusals.length > 0);
        const refused = await countRefused(sentinel);
        await eventually(async () => (await countRefused(sentinel)) > refused);
        await eventually(() => acceptsWrites(store));
        await sentinel.command('ACL', 'SETUSER', 'watcher', ...accept);
        await eventually(() => isWatched(sentinel));
        assert.equal(refusals.length, 1);
        assert.match(String(refusals[0]), reason);
        assertAbsent(inspect(refusals), 's3cret');
      });
    }

    it('needs only these commands', async (t) => {
      const { url, sentinels } = await startSentinels(t);
      const channels = ['resetchannels', '&+try-failover', '&+switch-master', '&-failover-abort-*'];
      const commands = ['+psubscribe', '+ping', '+sentinel|get-master-addr-by-name'];
      const allowed = [...channels, ...commands, '+sentinel|sentinels'];
      for (const sentinel of sentinels) {
        await sentinel.command('ACL', 'SETUSER', 'watcher', 'on', '>s3cret', ...allowed);
      }
      const store = connectStore(t, `${url}${asWatcher}`, { onWarning: assert.ifError });
      await eventually(() => acceptsWrites(store));
      await eventually(async () => (await Promise.all(sentinels.map(isWatched))).every(Boolean));
    });

    it("sends nothing while a Sentinel that isn't in the URL fails over", async (t) => {
      const { url, sentinels } = await startSentinels(t);
      const [first, , last] = sentinels as [RedisServer, RedisServer, RedisServer];
      const store = connectStore(t, url.replace(/:\/\/.*\//, `://127.0.0.1:${first.port}/`));
      await eventually(() => acceptsWrites(store));
      await eventually(() => isWatched(last));
      await last.command('SENTINEL', 'FAILOVER', 'mymaster');
      await eventually(async () => {
        const { cause } = await rejection(acceptsWrites(store), StoreUnavailableError);
        return /The Sentinels are failing over/.test(String(cause));
      });
      await eventually(() => acceptsWrites(store));
    });

    it('recovers if the primary and a Sentinel freeze together', async (t) => {
      const group = await startSentinels(t);
      const store = connectStore(t, group.url);
      await eventually(() => acceptsWrites(store));
      const silent = [await group.primary(), group.sentinels[2]!];
      await eventually(() => isWatched(silent[1]!));
      t.after(() => silent.forEach((server) => server.thaw()));
      silent.forEach((server) => server.freeze());
      await rejection(acceptsWrites(store), StoreUnavailableError);
      await eventually(() => acceptsWrites(store), { ms: 20_000 });
    });

    it('reports a Sentinel that rejects commands in `check` and in the log', async (t) => {
      const { url, sentinels } = await startSentinels(t);
      await sentinels[0]!.command('ACL', 'SETUSER', 'default', '-psubscribe');
      const env = { FINANCING_REDIS_URL: url };
      const sentence =
        'A Sentinel refuses to announce failovers: Its user may not use the commands';
      await eventually(async () => {
        const { stdout } = await runCheckOn(t, respondWithEstimate, { env });
        return new RegExp(`^note +${sentence}`, 'm').test(stdout);
      });
      const { printed } = startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
      await printed('stderr', new RegExp(`"level":"warn","event":"notice","message":"${sentence}`));
    });
  });
});
