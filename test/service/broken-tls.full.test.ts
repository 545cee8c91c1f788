import assert from 'node:assert/strict';
import { once } from 'node:events';
import https from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { createFinancingService, OutcomeUnknownError } from '../../src/service/index.js';
import { createCertificate, withOpenSsl, type Certificate } from '../support/servers.js';
import { rejection } from '../support/assertions.js';
import { credentials, samples } from '../support/samples.js';

/** Creates a `fetch` on node:https, as integrators write it for a client certificate. */
function createHttpsFetch(ca: Buffer) {
  return async (request: Request): Promise<Response> => {
    const body = Buffer.from(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers);
    return new Promise((resolve, reject) => {
      const { method } = request;
      const sent = https.request(request.url, { method, headers, ca, agent: false }, (answer) => {
        answer.resume();
        resolve(new Response(null, { status: answer.statusCode ?? 500 }));
      });
      sent.on('error', reject).end(body);
    });
  };
}

/** Starts a service whose TLS breaks after it has read a request. */
async function startBroken(
  t: TestContext,
  { key, cert }: Certificate,
  spoil: (socket: Socket) => void,
) {
  let requests = 0;
  let front: Socket | undefined;
  const tls = createTlsServer({ key, cert }, (socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        requests += 1;
        spoil(front!);
      });
  });
  await once(tls.listen(0, '127.0.0.1'), 'listening');
  const relay = createServer((socket) => {
    front = socket.on('error', () => undefined);
    const back = connect((tls.address() as AddressInfo).port, '127.0.0.1');
    back.on('error', () => undefined).on('data', (bytes) => socket.write(bytes));
    socket.pipe(back);
    t.after(() => [socket, back].forEach((end) => end.destroy()));
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  t.after(() => [tls, relay].forEach((server) => server.close()));
  const baseUrl = `https://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return { baseUrl, requests: () => requests };
}

const spoils: Record<string, (socket: Socket) => void> = {
  'a record with a wrong checksum': (socket) =>
    socket.write(Buffer.from([23, 3, 3, 0, 30, ...Array<number>(30).fill(1)])),
  'a record of a wrong type': (socket) => socket.write(Buffer.from([22, 3, 1, 0, 2, 2, 20])),
  'plain text': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a reset': (socket) => socket.resetAndDestroy(),
};

withOpenSsl(() => {
  describe('A link through a fetch on node:https', { timeout: 60_000 }, () => {
    for (const [fault, spoil] of Object.entries(spoils)) {
      it(`has an unknown outcome after ${fault}`, async (t) => {
        const certificate = createCertificate(t, 'IP:127.0.0.1');
        const { baseUrl, requests } = await startBroken(t, certificate, spoil);
        const fetch = createHttpsFetch(certificate.cert);
        const service = createFinancingService({ baseUrl, ...credentials, fetch });
        await rejection(samples.createPrequalLink.call(service), OutcomeUnknownError);
        assert.equal(requests(), 1);
      });
    }
  });
});
