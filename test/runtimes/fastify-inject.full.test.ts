import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { toNodeListener } from '../../src/node/index.js';
import { samples } from '../support/samples.js';
import { createTestProxy } from '../support/test-proxy.js';
import { modules, withInstalled } from './start-runtime.js';

const { path } = samples.estimatePayments;
const valid = Buffer.from(JSON.stringify(samples.estimatePayments.body));

interface Fastify {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parse: (...args: [unknown, unknown, () => void]) => void,
  ): void;
  all(
    path: string,
    respond: (
      request: { raw: IncomingMessage },
      reply: { raw: ServerResponse; hijack(): void },
    ) => void,
  ): void;
  inject(request: object): Promise<{ statusCode: number }>;
}

withInstalled('fastify', () => {
  describe('Fastify’s inject', () => {
    it('returns estimates', async () => {
      const file = pathToFileURL(join(modules, 'fastify/fastify.js')).href;
      const { fastify } = (await import(file)) as { fastify: () => Fastify };
      const financing = toNodeListener(createTestProxy());
      const app = fastify();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _payload, done) => done());
      app.all('/financing/*', (request, reply) => {
        reply.hijack();
        financing(request.raw, reply.raw);
      });
      const { statusCode } = await app.inject({
        method: 'POST',
        url: `/financing${path}`,
        headers: { 'content-type': 'application/json' },
        payload: valid.toString(),
      });
      assert.equal(statusCode, 200);
    });
  });
});
