/** TLS and user names with Sentinels and clusters. These tests run the command, because Node reads NODE_EXTRA_CA_CERTS at startup. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runCheckOn, respondWithEstimate } from '../cli/command.js';
import { type RedisServer, startCluster, startSentinels, withRedis } from '../support/redis.js';
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
    });
  }),
);
