/** TLS and user names with Sentinels and clusters. These tests run the command, because Node reads NODE_EXTRA_CA_CERTS at startup. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { runCheckOn, respondWithEstimate, startCommand } from '../cli/command.js';
import { type RedisServer, startCluster, startSentinels, withRedis } from '../support/redis.js';
import { samples } from '../support/samples.js';
import { createCertificate, withOpenSsl } from '../support/servers.js';
import { eventually } from '../support/until.js';

// Fails a test whose response never comes.
const options = { timeout: 120_000 };

const withUser = (url: string, user: string) => url.replace('://', `://${user}@`);

/** Adds a user with all permissions. */
async function addUser(servers: readonly RedisServer[], name: string, password: string) {
  for (const server of servers) {
    await server.command('ACL', 'SETUSER', name, 'on', `>${password}`, '~*', '&*', '+@all');
  }
}

/** Repeats `check` until it says this about Redis, because a busy machine can connect too late. */
async function checkSays(t: TestContext, url: string, sentence: RegExp, authority?: string) {
  const env = {
    FINANCING_REDIS_URL: url,
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority }),
  };
  let said = '';
  await eventually(
    async () => {
      const { stdout } = await runCheckOn(t, respondWithEstimate, { env });
      said = /^\w+ +Redis: .*$/m.exec(stdout)?.[0] ?? '';
      return sentence.test(said);
    },
    { what: String(sentence) },
  ).catch((cause: unknown) => assert.fail(new Error(`check says: ${said}`, { cause })));
}

/** Starts `serve` on a Redis with this CA, and returns its URL. */
function serveOn(t: TestContext, redisUrl: string, authority: string): Promise<string> {
  const env = {
    FINANCING_REDIS_URL: redisUrl,
    NODE_EXTRA_CA_CERTS: authority,
    FINANCING_TRUSTED_HOPS: '1',
  };
  return startCommand(t, ['serve', '--sandbox', '--port', '0'], { env }).listening();
}

let address = 0;

/** Requests a link with a new key and address. Returns the status, which is 503 if Redis rejects the key. */
async function createLink(url: string): Promise<number> {
  address += 1;
  const { path, body } = samples.createPrequalLink;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `203.0.113.${address % 256}`,
    },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

const works = /^ok .* stores and deletes values/;
const wrongPassword = /^wrong .* It does not accept the user name or the password/;
const wrongTls = /^wrong .* None of its hosts accepts a connection\. Check .* NODE_EXTRA_CA_CERTS/;

withRedis(() =>
  withOpenSsl(() => {
    describe('rediss+sentinel://', options, () => {
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

      it('uses the new primary after a failover', async (t) => {
        const { file } = createCertificate(t, 'IP:127.0.0.1');
        const group = await startSentinels(t, file);
        const url = await serveOn(t, group.url, file);
        await eventually(async () => (await createLink(url)) === 200);
        await (await group.primary()).kill();
        await eventually(async () => (await createLink(url)) === 503);
        await eventually(async () => (await createLink(url)) === 200);
      });
    });

    describe('rediss+cluster://', options, () => {
      it('supports a CA and a user name', async (t) => {
        const { file } = createCertificate(t, 'IP:127.0.0.1');
        const { url, primaries, replica } = await startCluster(t, file);
        await addUser([...primaries, replica], 'shop', 's3cret');
        await checkSays(t, withUser(url, 'shop:s3cret'), works, file);
        await checkSays(t, withUser(url, 'shop:wrong'), wrongPassword, file);
        await checkSays(t, url, wrongTls);
      });

      it('uses all nodes, and the new primary after a failover', async (t) => {
        const { file } = createCertificate(t, 'IP:127.0.0.1');
        const { url: redisUrl, primaries, replica } = await startCluster(t, file);
        const url = await serveOn(t, redisUrl, file);
        const size = async (server: RedisServer) => Number(await server.command('DBSIZE'));
        await eventually(async () => {
          await createLink(url);
          const sizes = await Promise.all(primaries.map(size));
          return sizes.every((count) => count > 0);
        });
        const [first] = primaries as [RedisServer];
        await first.kill();
        const before = await size(replica);
        await eventually(async () => {
          await createLink(url);
          return (await size(replica)) > before;
        });
      });
    });
  }),
);
