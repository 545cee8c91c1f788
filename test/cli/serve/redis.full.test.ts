import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withLongTimeout, startRedis, withRedis } from '../../support/redis.js';
import { runCheckOn, respondWithEstimate, putEstimate, startCommand } from '../command.js';

const tests = { concurrency: 2, timeout: 120_000 };

withRedis(() => {
  describe('financing-elements serve on Redis', tests, () => {
    const start = (t: Parameters<typeof startCommand>[0], redisUrl: string) => {
      const env = { FINANCING_REDIS_URL: withLongTimeout(redisUrl) };
      return startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
    };

    it('logs nothing about a Redis that works', async (t) => {
      const redis = await startRedis(t);
      const { child, closed, listening } = start(t, redis.url);
      const url = await listening();
      assert.equal((await putEstimate(url, { 'content-type': 'text/plain' })).status, 415);
      child.kill('SIGINT');
      const { code, stderr } = await closed;
      assert.deepEqual([code, /Redis/.exec(stderr)], [0, null]);
    });
  });

  describe('financing-elements serve --check on a Redis that rejects it', tests, () => {
    const refusals: Record<string, [user: string, reason: RegExp]> = {
      'a wrong password': [':s3cret@', /does not accept the user name or the password/],
      'no password': ['', /needs a password/],
      'a user without rights': ['shop:proper@', /may not use the commands or keys/],
    };
    for (const [what, [user, reason]] of Object.entries(refusals)) {
      it(`doesn’t listen with ${what}, because each link would fail`, async (t) => {
        const redis = await startRedis(
          t,
          '--requirepass',
          'other',
          '--user',
          'shop',
          'on',
          '>proper',
          '~*',
          '+ping',
          '+info',
        );
        const env = {
          FINANCING_REDIS_URL: withLongTimeout(`redis://${user}127.0.0.1:${redis.port}`),
          FINANCING_STORE_SECRET: 'secret-of-the-store',
        };
        const args = ['serve', '--sandbox', '--check', '--port', '0'];
        const { code, stdout, stderr } = await startCommand(t, args, { env }).closed;
        assert.match(stderr, reason);
        assert.deepEqual([code, stdout], [1, '']);
        assert.doesNotMatch(stderr, /s3cret|proper/);
        for (const line of stderr.trim().split('\n')) JSON.parse(line);
      });
    }
  });

  describe('financing-elements check on Redis', tests, () => {
    it('reports that it works, and leaves nothing in it', async (t) => {
      const redis = await startRedis(t);
      const env = { FINANCING_REDIS_URL: withLongTimeout(redis.url) };
      const { code, stdout } = await runCheckOn(t, respondWithEstimate, { env });
      assert.match(stdout, /^ok +Redis: 127\.0\.0\.1:\d+ /m);
      assert.equal(code, 0);
      assert.deepEqual(await redis.command('KEYS', '*'), []);
    });

    it('reports an error if it may evict claims', async (t) => {
      const redis = await startRedis(t, '--maxmemory-policy', 'volatile-ttl');
      const env = { FINANCING_REDIS_URL: withLongTimeout(redis.url) };
      const { code, stdout } = await runCheckOn(t, respondWithEstimate, { env });
      assert.match(stdout, /^wrong +Redis may drop claims: .* volatile-ttl, not noeviction\.$/m);
      assert.equal(code, 1);
    });

    // The limits of text messages use a script.
    const user = (...rights: string[]) => ['--user', 'default', 'on', 'nopass', '~*', ...rights];
    const restrictions: Record<string, [args: string[], reason: RegExp]> = {
      'has no scripts': [['--rename-command', 'EVAL', ''], /It does not know the commands/],
      'may not run scripts': [user('+@all', '-eval'), /Its user may not use the commands/],
      'may not count in scripts': [user('+@all', '-incr'), /Its user may not use the commands/],
    };
    for (const [what, [args, reason]] of Object.entries(restrictions)) {
      it(`reports an error if it ${what}`, async (t) => {
        const redis = await startRedis(t, ...args);
        const env = { FINANCING_REDIS_URL: withLongTimeout(redis.url) };
        const { code, stdout } = await runCheckOn(t, respondWithEstimate, { env });
        assert.match(stdout, reason);
        assert.equal(code, 1);
      });
    }
  });
});
