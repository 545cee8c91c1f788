import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FastResponse } from 'srvx';
import { createResponse } from '../../src/internal/response.js';
import { createPooledFetch, toNodeListener } from '../../src/node/index.js';

it("The class of answers is the web's own until a server of ours sends them", async () => {
  // A framework that only calls the service through our transport answers with the proxy itself.
  await createPooledFetch().close();
  assert.equal(createResponse('').constructor, Response);
  toNodeListener({ fetch: () => new Response() });
  const response = createResponse('text', { status: 201, headers: { 'x-a': 'b' } });
  assert.equal(response.constructor, FastResponse);
  const { status, headers } = response;
  assert.deepEqual([status, headers.get('x-a'), await response.text()], [201, 'b', 'text']);
});
