/** What `check` says of Sentinels and clusters; user names and TLS. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { runCheck, type Environment, respondWithEstimate } from '../cli/command.js';
import { rejection } from '../support/assertions.js';
import {
  connectStore,
  minuteMs,
  storeOperations,
  withLongTimeout,
  startCluster,
  startRedis,
  startSentinels,
  tlsArguments,
  withRedis,
} from '../support/redis.js';
import { closedPort, createCertificate, startHttp, withOpenSsl } from '../support/servers.js';
import { eventually } from '../support/until.js';

// A test that waits for an answer that never comes fails by this.
const options = { timeout: 120_000 };

/** What `check` prints of a Redis. */
async function checkRedis(t: TestContext, url: string, env: Environment = {}) {
  const service = await startHttp(t, (request, response) => {
    request.resume();
    respondWithEstimate(request, response);
  });
  const { stdout } = await runCheck(t, service, {
    ...{ FINANCING_SVC_SECRET: '', FINANCING_REDIS_URL: url },
    ...env,
  });
  return /^\w+ +Redis: (.*)$/m.exec(stdout)?.[1];
}

/** Checks until it says this: where a busy machine took longer to connect, it says that there was no answer in time. */
const says = (t: TestContext, url: string, sentence: RegExp) =>
  eventually(async () => sentence.test((await checkRedis(t, url)) ?? ''));

withRedis(() => {
  describe('createRedisStore() on Sentinels that are gone', options, () => {
    it('is silent on the console, and says why it has no connection', async (t) => {
      const { mock } = t.mock.method(console, 'error', () => undefined);
      const { host } = new URL(await closedPort());
      const store = connectStore(t, `redis+sentinel://${host}/mymaster`);
      await eventually(async () => {
        const { cause } = await rejection(store.get('key'), StoreUnavailableError);
        return /All sentinels are unreachable/.test(String(cause));
      });
      assert.equal(mock.callCount(), 0);
    });
  });

  describe('financing-elements check on Sentinels', options, () => {
    it('says that the Sentinels know no primary of that name', async (t) => {
      const { url } = await startSentinels(t);
      await says(
        t,
        url.replace('mymaster', 'other'),
        /Its Sentinels know no primary with that name/,
      );
    });

    it('says that a Sentinel is no server to store things in', async (t) => {
      const { sentinels } = await startSentinels(t);
      const said = await checkRedis(t, withLongTimeout(sentinels[0]!.url));
      assert.match(said ?? '', /For a Sentinel, write redis\+sentinel:/);
    });
  });

  describe('financing-elements check on a cluster', options, () => {
    it('says how to write the URL of a cluster, and that of a server', async (t) => {
      const { primaries } = await startCluster(t);
      // Each check has a key of its own, which one of the three nodes takes.
      await eventually(async () => {
        const answers = await Promise.all(
          primaries.map(({ url }) => checkRedis(t, withLongTimeout(url))),
        );
        return /It is a node of a cluster: write redis\+cluster:/.test(answers.join());
      });
      const { url } = await startRedis(t);
      await says(t, url.replace('redis:', 'redis+cluster:'), /It is not a cluster: write redis:/);
    });
  });

  describe('createRedisStore() with a user name', options, () => {
    const allowed = ['~financing:*', '+get', '+set', '+del', '+eval', '+incr', '+decr', '+pexpire'];
    const user = ['--user', 'shop', 'on', '>s3cret', ...allowed, '+pttl', '+info'];

    it('needs these commands on its own keys alone', async (t) => {
      const { port } = await startRedis(t, ...user);
      const store = connectStore(t, withLongTimeout(`redis://shop:s3cret@127.0.0.1:${port}`));
      for (const ask of Object.values(storeOperations)) await ask(store);
    });

    it('writes nothing while it may not select its database', async (t) => {
      const redis = await startRedis(t, ...user);
      const url = `redis://shop:s3cret@127.0.0.1:${redis.port}/1`;
      const store = connectStore(t, withLongTimeout(url));
      const { cause } = await rejection(
        store.claim('key', 'value', minuteMs),
        StoreUnavailableError,
      );
      assert.match(String(cause), /NOPERM/);
      await says(t, url, /Its user may not use the commands or keys that the proxy needs/);
      await redis.command('ACL', 'SETUSER', 'shop', '+select');
      await eventually(() => store.claim('key', 'value', minuteMs));
      assert.match(String(await redis.command('INFO', 'keyspace')), /^# Keyspace\r\ndb1:keys=1,/);
    });

    it('is refused where there is no such database', async (t) => {
      const { url } = await startRedis(t);
      await says(t, `${url}/16`, /It has no database with that number/);
    });

    it('is refused with a wrong password', async (t) => {
      const { port } = await startRedis(t, ...user);
      const store = connectStore(t, withLongTimeout(`redis://shop:wrong@127.0.0.1:${port}`));
      const { cause } = await rejection(store.get('key'), StoreUnavailableError);
      assert.match(String(cause), /WRONGPASS/);
    });
  });

  withOpenSsl(() => {
    describe('createRedisStore() over TLS', options, () => {
      async function startTls(t: TestContext, name: string) {
        const { file } = createCertificate(t, name);
        const { announcedPort } = await startRedis(t, ...(await tlsArguments(file)));
        const url = withLongTimeout(`rediss://127.0.0.1:${announcedPort}`);
        return { url, file };
      }

      it('works with an authority that the machine knows', async (t) => {
        const { url, file } = await startTls(t, 'IP:127.0.0.1');
        const said = await checkRedis(t, url, { NODE_EXTRA_CA_CERTS: file });
        assert.match(said ?? '', /stores and deletes values/);
      });

      it('is refused with another authority, or for another name', async (t) => {
        const { url } = await startTls(t, 'IP:127.0.0.1');
        assert.match((await checkRedis(t, url)) ?? '', /TLS failed/);
        const other = await startTls(t, 'DNS:redis.example');
        const said = await checkRedis(t, other.url, { NODE_EXTRA_CA_CERTS: other.file });
        assert.match(said ?? '', /TLS failed/);
      });
    });
  });
});
