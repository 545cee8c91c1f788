import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameRedis } from '../../src/node/redis-url.js';

describe('A new URL of Redis', () => {
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
    it(`may have another user or password: ${other}`, () => assert.ok(isSameRedis(one, other)));
  }

  for (const other of [
    'redis://shop:one@10.0.0.21/1',
    'redis://shop:one@10.0.0.20/2',
    'rediss://shop:one@10.0.0.20/1',
    'redis+cluster://shop:one@10.0.0.20/1',
  ]) {
    it(`may not lead elsewhere: ${other}`, () => {
      assert.ok(!isSameRedis('redis://shop:one@10.0.0.20/1', other));
    });
  }
});
