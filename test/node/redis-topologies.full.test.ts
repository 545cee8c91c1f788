/** The report of `check` about Sentinels and clusters, and user names and TLS. */
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
  type RedisServer,
  startCluster,
  startRedis,
  startSentinels,
  tlsArguments,
  withRedis,
} from '../support/redis.js';
import { closedPort, createCertificate, startHttp, withOpenSsl } from '../support/servers.js';
import { eventually } from '../support/until.js';

// Fails a test whose response never comes.
const options = { timeout: 120_000 };

const withUser = (url: string, user: string) => url.replace('://', `://${user}@`);

async function addUser(servers: readonly RedisServer[], name: string, password: string) {
  for (const server of servers) {
    await server.command('ACL', 'SETUSER', name, 'on', `>${password}`, '~*', '&*', '+@all');
  }
}

/** Returns the line of `check` about Redis. Runs the command, because Node reads NODE_EXTRA_CA_CERTS when it starts. */
async function checkRedis(t: TestContext, url: string, env: Environment = {}) {
  const service = await startHttp(t, (request, response) => {
    request.resume();
    respondWithEstimate(request, response);
  });
  const { stdout } = await runCheck(t, service, {
    FINANCING_SVC_SECRET: '',
    FINANCING_REDIS_URL: url,
    ...env,
  });
  return /^\w+ +Redis: (.*)$/m.exec(stdout)?.[1];
}

/** Repeats `check` until it says this, because a busy machine can connect too late. */
async function checkSays(t: TestContext, url: string, sentence: RegExp, authority?: string) {
  const env = authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority };
  let said: string | undefined;
  await eventually(async () => sentence.test((said = await checkRedis(t, url, env)) ?? ''), {
    what: String(sentence),
  }).catch((cause: unknown) => assert.fail(new Error(`check says: ${said}`, { cause })));
}

withRedis(() => {
  describe('createRedisStore() without its Sentinels', options, () => {
    it('logs nothing to the console, and has the reason in its error', async (t) => {
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
    it('reports an unknown name of the primary', async (t) => {
      const { url } = await startSentinels(t);
      await checkSays(
        t,
        url.replace('mymaster', 'other'),
        /Its Sentinels know no primary with that name/,
      );
    });

    it('reports the URL of a Sentinel', async (t) => {
      const { sentinels } = await startSentinels(t);
      const line = await checkRedis(t, withLongTimeout(sentinels[0]!.url));
      assert.match(line ?? '', /For a Sentinel, write redis\+sentinel:/);
    });
  });

  describe('financing-elements check on a cluster', options, () => {
    it('reports the URL of a cluster node, and a cluster URL of a server', async (t) => {
      const { primaries } = await startCluster(t);
      // Each check has another key, which only one of the three nodes accepts.
      await eventually(async () => {
        const lines = await Promise.all(
          primaries.map(({ url }) => checkRedis(t, withLongTimeout(url))),
        );
        return /It is a node of a cluster: write redis\+cluster:/.test(lines.join());
      });
      const { url } = await startRedis(t);
      await checkSays(
        t,
        url.replace('redis:', 'redis+cluster:'),
        /It is not a cluster: write redis:/,
      );
    });
  });

  describe('createRedisStore() with a user name', options, () => {
    const allowed = ['~financing:*', '+get', '+set', '+del', '+eval', '+incr', '+decr', '+pexpire'];
    const user = ['--user', 'shop', 'on', '>s3cret', ...allowed, '+pttl', '+info'];

    it('needs only these commands on its own keys', async (t) => {
      const { port } = await startRedis(t, ...user);
      const store = connectStore(t, withLongTimeout(`redis://shop:s3cret@127.0.0.1:${port}`));
      for (const run of Object.values(storeOperations)) await run(store);
    });

    it("writes nothing if it can't select its database", async (t) => {
      const redis = await startRedis(t, ...user);
      const url = `redis://shop:s3cret@127.0.0.1:${redis.port}/1`;
      const store = connectStore(t, withLongTimeout(url));
      const { cause } = await rejection(
        store.claim('key', 'value', minuteMs),
        StoreUnavailableError,
      );
      assert.match(String(cause), /NOPERM/);
      await checkSays(t, url, /Its user may not use the commands or keys that the proxy needs/);
      await redis.command('ACL', 'SETUSER', 'shop', '+select');
      await eventually(() => store.claim('key', 'value', minuteMs));
      assert.match(String(await redis.command('INFO', 'keyspace')), /^# Keyspace\r\ndb1:keys=1,/);
    });

    it('is rejected if the database is missing', async (t) => {
      const { url } = await startRedis(t);
      await checkSays(t, `${url}/16`, /It has no database with that number/);
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

      it('works with a trusted CA', async (t) => {
        const { url, file } = await startTls(t, 'IP:127.0.0.1');
        const line = await checkRedis(t, url, { NODE_EXTRA_CA_CERTS: file });
        assert.match(line ?? '', /stores and deletes values/);
      });

      it('is rejected with another CA or name', async (t) => {
        const { url } = await startTls(t, 'IP:127.0.0.1');
        assert.match((await checkRedis(t, url)) ?? '', /TLS failed/);
        const other = await startTls(t, 'DNS:redis.example');
        const said = await checkRedis(t, other.url, { NODE_EXTRA_CA_CERTS: other.file });
        assert.match(said ?? '', /TLS failed/);
      });
    });

    describe('createRedisStore() over TLS to several servers', options, () => {
      const works = /stores and deletes values/;
      const wrongPassword = /It does not accept the user name or the password/;
      const wrongTls = /None of its hosts accepts a connection\. Check .* NODE_EXTRA_CA_CERTS/;

      it('supports a CA, and user names for servers and Sentinels', async (t) => {
        const { file } = createCertificate(t, 'IP:127.0.0.1');
        const { url, servers, sentinels } = await startSentinels(t, file);
        await addUser(servers, 'shop', 's3cret');
        await addUser(sentinels, 'watcher', 'other');
        const asWatcher = `${url}?sentinelUsername=watcher&sentinelPassword=`;
        await checkSays(t, withUser(`${asWatcher}other`, 'shop:s3cret'), works, file);
        await checkSays(t, withUser(`${asWatcher}other`, 'shop:wrong'), wrongPassword, file);
        await checkSays(t, withUser(`${asWatcher}wrong`, 'shop:s3cret'), wrongPassword, file);
        await checkSays(t, url, wrongTls);
      });

      it('supports a CA and a user name in a cluster', async (t) => {
        const { file } = createCertificate(t, 'IP:127.0.0.1');
        const { url, primaries, replica } = await startCluster(t, file);
        await addUser([...primaries, replica], 'shop', 's3cret');
        await checkSays(t, withUser(url, 'shop:s3cret'), works, file);
        await checkSays(t, withUser(url, 'shop:wrong'), wrongPassword, file);
        await checkSays(t, url, wrongTls);
      });
    });
  });
});
