import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  holdsPassword,
  hostsOfRedis,
  isSameRedis,
  parseRedisUrl,
} from '../../src/node/redis/redis-url.js';

describe('parseRedisUrl()', () => {
  it('parses Sentinels, the primary, its database, both users, and options', () => {
    const url =
      'redis+sentinel://shop:s3cret%40@host1:26380,host2,[::1]:26379/mymaster/2?sentinelPassword=p&replicas=1&timeout=500';
    assert.deepEqual(parseRedisUrl(url), {
      url,
      kind: 'sentinel',
      nodes: [
        { host: 'host1', port: 26_380 },
        { host: 'host2', port: 26_379 },
        { host: '::1', port: 26_379 },
      ],
      name: 'mymaster',
      database: 2,
      tls: false,
      username: 'shop',
      password: 's3cret@',
      storeOptions: { replicas: 1, timeout: 500 },
      query: { sentinelPassword: 'p' },
    });
  });

  it('parses a cluster with TLS, and a password without a user name', () => {
    const url = 'rediss+cluster://:s3cret@host1:7000,host2';
    assert.deepEqual(parseRedisUrl(url), {
      url,
      kind: 'cluster',
      nodes: [
        { host: 'host1', port: 7_000 },
        { host: 'host2', port: 6_379 },
      ],
      name: '',
      database: 0,
      tls: true,
      password: 's3cret',
      storeOptions: {},
      query: {},
    });
  });

  for (const url of ['redis+sentinel://host/mymaster?db=3', 'redis+sentinel://host/mymaster/3']) {
    it(`parses database 3 of ${url}`, () => assert.equal(parseRedisUrl(url).database, 3));
  }

  for (const url of [
    'redis://127.0.0.1:6379',
    'rediss://shop:s3cr@t@redis.example/3',
    'redis://[::1]:6379?db=3',
    'redis+cluster://host/0',
  ]) {
    it(`accepts ${url}`, () => assert.ok(parseRedisUrl(url)));
  }

  const wrong: Record<string, RegExp> = {
    'http://user:s3cret@127.0.0.1': /must be a URL such as redis:/,
    'redis-sentinel://user:s3cret@host/mymaster': /redis\+sentinel:/,
    'redis://user:s3cret@host:port': /a host that is not written as in redis:/,
    'redis://user:s3cret@host1:6379,host2:6379': /has several hosts: write redis\+sentinel/,
    'redis://user:s3cret@host/shop': /a database that is not a number/,
    'redis://user:s3cret@host?db=shop': /a database that is not a number/,
    'redis+sentinel://user:s3cret@host:26379': /does not end with the name of the primary/,
    'redis+sentinel://user:s3cret@host:26379/': /does not end with the name of the primary/,
    'redis+sentinel://user:s3cret@host/mymaster/0/1': /does not end with the name of the primary/,
    'redis+sentinel://user:s3cret@host/mymaster/shop': /a database that is not a number/,
    'redis+sentinel://user:s3cret@host1,,host2/mymaster':
      /a host that is not written as in redis\+/,
    'redis+sentinel://user:s3cret@host1:26379x/mymaster':
      /a host that is not written as in redis\+/,
    'redis+cluster://user:s3cret@/': /a host that is not written as in redis\+/,
    'redis+cluster://user:s3cret@host/1': /a cluster has only database 0/,
    'redis+cluster://user:s3cret%@host': /does not begin an escape/,
    'redis+sentinel://user:s3cret@host/mymaster?replicas=one':
      /replicas, which must be a whole number/,
    'redis://user:s3cret@host?replicas=99': /replicas, which .* from 0 to 16/,
    'redis://user:s3cret@host?timeout=0': /timeout, which .* from 1 to 600000/,
    'redis+cluster://user:s3cret@host?db=3': /a cluster has only database 0/,
  };
  for (const [url, sentence] of Object.entries(wrong)) {
    it(`rejects ${url} without quoting it`, () => {
      assert.throws(
        () => parseRedisUrl(url),
        (error: Error) => {
          assert.match(error.message, sentence);
          assert.doesNotMatch(error.message, /s3cret/);
          return error.name === 'InvalidOptionError';
        },
      );
    });
  }
});

it('hostsOfRedis() returns only the hosts', () => {
  assert.equal(hostsOfRedis('redis://shop:s3cret@host:6379/1?db=2'), 'host:6379');
  assert.equal(
    hostsOfRedis('rediss+sentinel://shop:s3cr@t@host1,host2:26379/mymaster'),
    'host1,host2:26379',
  );
});

describe('holdsPassword()', () => {
  for (const url of [
    'redis://:s3cret@host',
    'redis+cluster://shop:s3cret@host1:1,host2:2',
    'redis://host?password=s3cret',
    'redis+sentinel://host/name?role=master&sentinelPassword=s3cret',
    'wrong://shop:s3cret@host',
  ]) {
    it(`is true for ${url}`, () => assert.equal(holdsPassword(url), true));
  }

  it('is false for hosts and a user name', () => {
    assert.equal(holdsPassword('redis://host:6379/0'), false);
    assert.equal(holdsPassword('redis+sentinel://shop@host1:1,host2:2/name'), false);
  });
});

describe('isSameRedis()', () => {
  const same: [string, string][] = [
    ['redis://shop:one@10.0.0.20:6379/1', 'redis://shop:two@10.0.0.20:6379/1'],
    ['redis://10.0.0.20', 'redis://shop:two@10.0.0.20'],
    ['rediss://10.0.0.20?password=one&db=1', 'rediss://10.0.0.20?db=1&password=two'],
    [
      'redis+sentinel://shop:one@a:26379,b:26379/mymaster?sentinelPassword=one',
      'redis+sentinel://shop:two@a:26379,b:26379/mymaster',
    ],
    ['redis+cluster://:one@a,b', 'redis+cluster://:two@a,b'],
  ];
  for (const [one, other] of same) {
    it(`allows another user or password: ${other}`, () => assert.ok(isSameRedis(one, other)));
  }

  for (const other of [
    'redis://shop:one@10.0.0.21/1',
    'redis://shop:one@10.0.0.20/2',
    'rediss://shop:one@10.0.0.20/1',
    'redis+cluster://shop:one@10.0.0.20/1',
  ]) {
    it(`rejects another server or database: ${other}`, () => {
      assert.ok(!isSameRedis('redis://shop:one@10.0.0.20/1', other));
    });
  }
});
