import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FastResponse } from 'srvx';
import { createResponse } from '../../src/internal/response.js';
import { createPooledFetch, toNodeListener } from '../../src/node/index.js';

it('Responses have the standard class until a Node server sends them', async () => {
  // A framework can use our transport for calls and still send responses itself.
  await createPooledFetch().close();
  assert.equal(createResponse('').constructor, Response);
  toNodeListener({ fetch: () => new Response() });
  const response = createResponse('text', { status: 201, headers: { 'x-a': 'b' } });
  assert.equal(response.constructor, FastResponse);
  const { status, headers } = response;
  assert.deepEqual([status, headers.get('x-a'), await response.text()], [201, 'b', 'text']);
});
