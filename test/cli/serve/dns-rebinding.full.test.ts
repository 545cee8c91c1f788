import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { behindReverseProxy, allowOnlyLocalHostNames } from '../../../src/cli/dns-rebinding.js';
import { exchange } from '../../support/servers.js';
import { startCommand } from '../command.js';

const defaultUrl = 'http://127.0.0.1:8787';
const handler = { fetch: () => new Response('handled') };

/** Returns the status of a request with this Host to a proxy that listens on 127.0.0.1:8787. */
async function statusUnder(
  host: string,
  {
    allowedOrigins = [] as string[],
    headers = {},
    listensOn = '127.0.0.1',
    serverUrl = defaultUrl,
  } = {},
): Promise<number> {
  const isExpected = behindReverseProxy(serverUrl, () => ({ allowedOrigins }));
  const request = new Request(`http://${host}/financing/health`, { headers });
  return (await allowOnlyLocalHostNames(handler, listensOn, isExpected).fetch(request)).status;
}

const forwarded = {
  forwarded: 'for=203.0.113.9;host=shop.example',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'shop.example',
  'x-forwarded-proto': 'https',
};

describe('A proxy that only listens on this machine', () => {
  for (const host of ['localhost:8787', '127.0.0.1:8787', '[::1]:8787', 'shop.localhost:8787']) {
    it(`responds under a name of this machine: ${host}`, async () => {
      assert.equal(await statusUnder(host), 200);
    });
  }

  for (const host of ['evil.example:8787', 'evil.example', 'localhost.evil.example:8787', 'a']) {
    it(`responds 421 under another name: ${host}`, async () => {
      assert.equal(await statusUnder(host), 421);
    });
  }

  // oxfmt-ignore
  const spellings = [
    'LOCALHOST', 'Shop.Localhost', '127.1', '127.0.0.2', '::1', '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
  ];
  for (const listensOn of spellings) {
    it(`recognizes this machine as ${listensOn}`, async () => {
      assert.equal(await statusUnder('evil.example:8787', { listensOn }), 421);
      const name = listensOn.includes(':') ? `[${listensOn}]` : listensOn;
      assert.equal(await statusUnder(`${name}:8787`, { listensOn }), 200);
    });
  }

  for (const [header, value] of Object.entries(forwarded)) {
    const headers = { [header]: value };
    it(`accepts the shop's name from a reverse proxy that sends ${header}`, async () => {
      assert.equal(await statusUnder('shop.example', { headers }), 200);
      assert.equal(await statusUnder('shop.example:8443', { headers }), 200);
    });

    it(`responds 421 to a page that adds ${header} itself`, async () => {
      // The page's browser connects to this port, so the Host header names it.
      assert.equal(await statusUnder('evil.example:8787', { headers }), 421);
    });
  }

  it('accepts the host name of an allowed origin, and no other', async () => {
    const allowedOrigins = ['https://shop.example'];
    assert.equal(await statusUnder('shop.example:8787', { allowedOrigins }), 200);
    assert.equal(await statusUnder('evil.example', { allowedOrigins }), 421);
  });

  it('responds 421 to a page that omits port 80, as browsers do', async () => {
    const onPort80 = { serverUrl: 'http://127.0.0.1', headers: forwarded };
    assert.equal(await statusUnder('evil.example', onPort80), 421);
    assert.equal(await statusUnder('shop.example:8080', onPort80), 200);
  });

  it('suggests the setting that allows the name', async () => {
    const request = new Request('http://shop.example:8787/financing/health');
    const isExpected = behindReverseProxy(defaultUrl, () => ({
      trustedHops: 0,
      allowedOrigins: [],
    }));
    const response = await allowOnlyLocalHostNames(handler, '127.0.0.1', isExpected).fetch(request);
    const { message } = (await response.json()) as { message: string };
    assert.match(message, /--allowed-origins/);
    assert.doesNotMatch(message, /shop\.example/);
  });
});

describe('A proxy that listens on other addresses', () => {
  for (const listensOn of ['0.0.0.0', '::', '192.0.2.1', '::ffff:192.0.2.1', 'not a host']) {
    it(`accepts any name: ${listensOn}`, async () => {
      assert.equal(await statusUnder('shop.example:8787', { listensOn }), 200);
    });
  }
});

describe('financing-elements serve', { timeout: 60_000 }, () => {
  const env = { FINANCING_BASE_URL: 'http://127.0.0.1:9', FINANCING_SVC_KEY: 'key' };
  const send = async (url: string, host: string, line = '') => {
    const head = `GET /financing/health HTTP/1.1\r\nHost: ${host}\r\n${line}Connection: close\r\n\r\n`;
    return (await exchange(url, head)).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  };
  for (const args of [['serve'], ['serve', '--sandbox']]) {
    it(`rejects a page that points its own name to 127.0.0.1: ${args.join(' ')}`, async (t) => {
      const url = await startCommand(t, [...args, '--port', '0'], { env }).listening();
      const { port } = new URL(url);
      assert.equal(await send(url, `evil.example:${port}`), '421');
      assert.equal(await send(url, 'evil.example'), '421');
      assert.equal(await send(url, `localhost:${port}`), '200');
      assert.equal(await send(url, 'shop.example', 'X-Forwarded-For: 203.0.113.9\r\n'), '200');
    });
  }
});
