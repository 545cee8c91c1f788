import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinancingProxyOptions } from '../../../src/proxy/index.js';
import { samples } from '../../support/samples.js';
import { assertRefused, createTestProxy, shop } from '../../support/test-proxy.js';

const evil = 'https://evil.example';
const thanks = 'https://thanks.example';

/** A way to ask for a link that returns to an origin. */
interface Case {
  readonly options?: Partial<FinancingProxyOptions>;
  readonly headers: Readonly<Record<string, string>>;
  readonly leadsTo: string;
}

async function ask({ options, headers, leadsTo }: Case) {
  const proxy = createTestProxy(options);
  const plain = samples.createPayOverTimeLink.body as object;
  const body = { ...plain, redirectUrl: `${leadsTo}/thanks` };
  return { proxy, answer: await proxy.ask('createPayOverTimeLink', { body, headers }) };
}

const ownPage = { origin: shop, host: 'shop.example', 'sec-fetch-site': 'same-origin' };

const taken: Record<string, Case> = {
  'the page, with no option': { headers: ownPage, leadsTo: shop },
  'the page of a browser without Sec-Fetch-Site': {
    headers: { origin: shop, host: 'shop.example' },
    leadsTo: shop,
  },
  'the page where there is no Host, by the URL': { headers: { origin: shop }, leadsTo: shop },
  'the page on a port': {
    headers: { origin: 'http://localhost:8080', host: 'localhost:8080' },
    leadsTo: 'http://localhost:8080',
  },
  'an origin of redirectOrigins': {
    options: { redirectOrigins: [thanks] },
    headers: ownPage,
    leadsTo: thanks,
  },
  'an origin of allowedOrigins': {
    options: { allowedOrigins: [shop] },
    headers: { origin: shop, host: 'internal:8787', 'sec-fetch-site': 'same-origin' },
    leadsTo: shop,
  },
  'an origin of one list where both are set': {
    options: { allowedOrigins: [shop], redirectOrigins: [thanks] },
    headers: ownPage,
    leadsTo: shop,
  },
  'a named origin, for a program': {
    options: { redirectOrigins: [thanks] },
    headers: {},
    leadsTo: thanks,
  },
};

const refused: Record<string, Case> = {
  'the Origin that a program names, with the word of a browser': {
    headers: { origin: evil, host: 'shop.example', 'sec-fetch-site': 'same-origin' },
    leadsTo: evil,
  },
  'the Host that a program names': { headers: { host: 'evil.example' }, leadsTo: evil },
  'the Host that a program names, with the word of a browser': {
    headers: { host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    leadsTo: evil,
  },
  'the page where a reverse proxy rewrites Host': {
    headers: { ...ownPage, host: 'internal:8787' },
    leadsTo: shop,
  },
  'the Origin and Host of a program where redirectOrigins are set': {
    options: { redirectOrigins: [thanks] },
    headers: { origin: evil, host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    leadsTo: evil,
  },
  'the Origin and Host of a program where allowedOrigins are set': {
    options: { allowedOrigins: [shop] },
    headers: { origin: evil, host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    leadsTo: evil,
  },
  'the page, where other redirectOrigins are set': {
    options: { redirectOrigins: [thanks] },
    headers: ownPage,
    leadsTo: shop,
  },
};

describe('A redirectUrl', () => {
  for (const [where, each] of Object.entries(taken)) {
    it(`may lead to ${where}`, async () => {
      const { answer } = await ask(each);
      assert.equal(answer.status, 200, answer.text);
    });
  }

  for (const [where, each] of Object.entries(refused)) {
    it(`may not lead to ${where}`, async () => {
      const { proxy, answer } = await ask(each);
      assertRefused(proxy, answer, 422, 'redirect-not-allowed');
    });
  }

  it('may not lead to the Host of which a server has made the URL, without a page', async () => {
    const { fetch, service } = createTestProxy();
    const plain = samples.createPayOverTimeLink;
    for (const site of [{}, { 'sec-fetch-site': 'same-origin' }]) {
      const answer = await fetch(
        new Request(`${evil}/financing${plain.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', host: 'evil.example', ...site },
          body: JSON.stringify({ ...(plain.body as object), redirectUrl: `${evil}/thanks` }),
        }),
      );
      assert.equal(answer.status, 422);
    }
    assert.equal(service.calls.length, 0);
  });
});
