/** The connection timeout. A trial, because it measures time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPooledFetch } from '../../src/node/index.js';
import { createFinancingService, ServiceUnreachableError } from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { credentials, samples } from '../support/samples.js';
import { startBlackHole } from '../support/servers.js';

it('A connection attempt ends after 2 s', async (t) => {
  const fetch = createPooledFetch();
  t.after(() => fetch.close());
  const service = createFinancingService({
    baseUrl: await startBlackHole(t),
    ...credentials,
    fetch,
  });
  const begin = performance.now();
  await rejection(samples.createPrequalLink.call(service), ServiceUnreachableError);
  const took = performance.now() - begin;
  assert.ok(took >= 1_990 && took < 2_300, `took ${took} ms`);
});
