import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { credentials, financed, inapplicable, samples } from '../../support/samples.js';
import { closedPort, startHttp, startTcp } from '../../support/servers.js';
import { check, checkService, healthy, manyStores, reply, startCommand } from '../command.js';

const html = { 'content-type': 'text/html; charset=utf-8' };
const tests = { concurrency: 2, timeout: 120_000 };

describe('financing-elements check on a service that works', tests, () => {
  it('prints the estimate and what the settings open, and ends with 0', async (t) => {
    const { code, stdout } = await checkService(t, healthy);
    assert.match(
      stdout,
      /^ok +\$500 would be \$112\.08 a month at 21\.99% APR, \$99\.00 due today\. .*percentage, which is right/m,
    );
    assert.doesNotMatch(stdout, /clock/);
    assert.match(stdout, /^ok +Onboarding: /m);
    assert.match(stdout, /\nEverything necessary works\.\n$/);
    assert.equal(code, 0);
  });

  it('asks for one estimate a location and one status, and for nothing else', async (t) => {
    const seen: string[] = [];
    await checkService(t, healthy, { seen, env: { FINANCING_LOCATIONS: 'a,b' } });
    assert.deepEqual(seen, [
      `PUT ${samples.estimatePayments.path}?location=a`,
      `PUT ${samples.estimatePayments.path}?location=b`,
      'GET /onboarding/api/v1/location/a',
    ]);
  });

  it('doubts an APR that looks like a fraction', async (t) => {
    const { code, stdout } = await checkService(
      t,
      reply(200, [financed('check', { apr: 0.2199 })]),
    );
    assert.match(stdout, /^note .*The APR looks like a fraction/m);
    assert.equal(code, 0);
  });

  it('says nothing about the unit of an APR of 0', async (t) => {
    const { stdout } = await checkService(t, reply(200, [financed('check', { apr: 0 })]));
    assert.match(stdout, /^ok .* at 0% APR, \$99\.00 due today\.$/m);
  });

  it('finds it fine that the amount cannot be financed', async (t) => {
    const { code, stdout } = await checkService(t, reply(200, [inapplicable('check')]));
    assert.match(stdout, /^ok +The service does not finance \$500/m);
    assert.equal(code, 0);
  });
});

describe('financing-elements check on a service that refuses', tests, () => {
  it('says that the key is not accepted, and tries nothing more with it', async (t) => {
    const seen: string[] = [];
    const refused = reply(403, { message: `Bad credentials ${credentials.svcKey}` });
    const { code, stdout } = await checkService(t, refused, {
      seen,
      env: { FINANCING_LOCATIONS: 'a,b' },
    });
    assert.match(stdout, /^wrong .*does not accept the svc-key \(403\)/m);
    assert.match(
      stdout,
      /\nWrong: 1\n {2}The service does not accept the svc-key \(403\)[^\n]*\n$/,
    );
    assert.deepEqual([code, seen.length], [1, 1]);
  });

  it('says that the secret is not accepted', async (t) => {
    const { code, stdout } = await checkService(t, healthy, { onboarding: reply(401) });
    assert.match(stdout, /^wrong +Onboarding: .*does not accept the svc-secret.*\(401\)/m);
    assert.equal(code, 1);
  });

  it('says the same as JSON', async (t) => {
    const url = await startHttp(t, healthy);
    const { stdout, code } = await check(
      t,
      url,
      { FINANCING_SMSS: 'on', FINANCING_SVC_SECRET: '' },
      ['--json'],
    );
    const { findings, wrong, summary } = JSON.parse(stdout) as {
      findings: { verdict: string; text: string }[];
      wrong: number;
      summary: string;
    };
    assert.deepEqual([code, wrong, summary], [1, 1, 'Wrong: 1']);
    const text = 'FINANCING_SMSS is not a setting; did you mean FINANCING_SMS?';
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict === 'wrong'),
      [{ verdict: 'wrong', text }],
    );
  });

  it('tells a firewall’s page from a refusal of the key', async (t) => {
    const { stdout } = await checkService(t, reply(403, '<h1>Blocked</h1>', html));
    assert.match(stdout, /^wrong +A web page refuses the call \(403\)/m);
  });

  it('tells a gateway without a route from a location that is not known', async (t) => {
    const body = { message: 'no Route matched with those values' };
    const { code, stdout } = await checkService(t, reply(422, body));
    assert.match(stdout, /^wrong +The response \(422\) isn’t one of the service document/m);
    assert.equal(code, 1);
  });

  it('says that the clocks differ, by which events are verified and tokens expire', async (t) => {
    const date = new Date(Date.now() - 30 * 60_000).toUTCString();
    const { stdout } = await checkService(t, reply(401, '', { date }));
    assert.match(
      stdout,
      /^note +The clock of this machine differs from the service’s by 30 minutes/m,
    );
  });

  it('says that a location is wanted where none is configured', async (t) => {
    const { code, stdout } = await checkService(t, reply(422, { message: 'LocationNotFound' }));
    assert.match(stdout, /^wrong .*accepts the key but needs a location.*FINANCING_LOCATIONS/m);
    assert.equal(code, 1);
  });

  it('says which of the locations is not known', async (t) => {
    const { code, stdout } = await checkService(
      t,
      (request, response) =>
        (request.url?.includes('b-store') ? reply(422) : healthy)(request, response),
      { env: { FINANCING_LOCATIONS: 'a-store,b-store,c-store' } },
    );
    assert.match(
      stdout,
      /^ok +a-store: .*\nwrong +b-store: .*not know this location.*\nok +c-store: /m,
    );
    assert.equal(code, 1);
  });
});

describe('financing-elements check for 400 locations', tests, () => {
  it('asks for eight at a time, and names each that does not work', async (t) => {
    const stores = manyStores({ 'store-7': 422, 'store-200': 500 });
    const env = { FINANCING_LOCATIONS: stores.names };
    const { code, stdout } = await checkService(t, stores.listener, { env });
    assert.match(stdout, /^wrong +store-7: .*\n(?:ok .*\n)+wrong +store-200: /m);
    assert.match(stdout, /^ok +store-399: [^]*\nWrong: 2\n {2}store-7: .*\n {2}store-200: .*\n$/m);
    assert.deepEqual([code, stores.most], [1, 8]);
  });
});

describe('financing-elements check on what is not the service, or is in trouble', tests, () => {
  const cases: [string, RequestListener, RegExp][] = [
    ['is busy', reply(429, '', { 'retry-after': '7' }), /busy.*\(429\)\. Try again in 7 seconds/],
    ['is down', reply(503), /busy.*\(503\)\. Try again later/],
    ['fails', reply(500), /The service failed \(500\)/],
    ['is elsewhere', reply(404), /\(404\)\. Check the path of the base URL/],
    ['is a website', reply(200, '<h1>Welcome</h1>', html), /The answer is a web page/],
    ['answers in another encoding', reply(200, [], { 'content-encoding': 'br' }), /is compressed/],
    ['is behind a proxy', reply(407, '', html), /A proxy in between needs a password \(407\)/],
    ['answers something else', reply(200, [{ id: 'x' }]), /does not match the service document/],
    [
      'sends callers on',
      reply(308, '', { location: 'https://new.example/x?y' }),
      /redirects to https:\/\/new\.example, perhaps.*\(308\)/,
    ],
    ['sends callers to a login', reply(302, '', { location: '/login' }), /check the path.*\(302\)/],
  ];
  for (const [what, answer, expected] of cases) {
    it(`says that it ${what}`, async (t) => {
      const { code, stdout } = await checkService(t, answer);
      const [, wrong] = /^wrong +(.*)$/m.exec(stdout) ?? [];
      assert.match(wrong ?? '', expected);
      assert.equal(code, 1);
    });
  }

  it('says that nothing listens, and where it asked', async (t) => {
    const url = await closedPort();
    const { code, stdout } = await check(t, `${url}/prefix`);
    assert.ok(stdout.startsWith(`note   Calling ${url} (FINANCING_BASE_URL), `), stdout);
    assert.match(stdout, /^wrong +Nothing listens on that host and port/m);
    assert.match(stdout, /svc-secret was not tried/);
    assert.equal(code, 1);
  });

  it('says that no TLS is spoken', async (t) => {
    const url = await startHttp(t, reply(200));
    const { stdout } = await check(t, url.replace('http:', 'https:'));
    assert.match(stdout, /^wrong +The answer is not TLS/m);
  });

  it('says that it does not use the proxy of the network', async (t) => {
    const url = (await closedPort()).replace('http:', 'https:');
    const { stdout } = await check(t, url, { HTTPS_PROXY: 'http://user:s3cret@proxy.example' });
    assert.match(stdout, /^note +HTTPS_PROXY is set but not used/m);
    assert.doesNotMatch(stdout, /s3cret/);
  });

  it('says that no HTTP is spoken', async (t) => {
    const { stdout } = await check(t, await startTcp(t, (socket) => socket.end('220 mail\r\n')));
    assert.match(stdout, /^wrong +The answer is not HTTP/m);
  });

  it('says that no answer came in time', async (t) => {
    const { stdout } = await checkService(t, () => undefined, { env: { FINANCING_TIMEOUT: '50' } });
    assert.match(stdout, /^wrong +No complete answer came in time.*FINANCING_TIMEOUT/m);
  });

  it('ends within 15 seconds, however long the settings would wait', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, () => undefined),
      FINANCING_SVC_KEY: 'key',
      FINANCING_TIMEOUT: '60000',
      FINANCING_LOCATIONS: 'a,b',
    };
    // Its time is 12 seconds, of which the test waits for one.
    const preload =
      'const timeout = AbortSignal.timeout; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms - 11000)';
    const { stdout } = await startCommand(t, ['check'], { env, preload }).closed;
    assert.match(stdout, /^wrong +No answer came within the time limit of a check/m);
  });
});

describe('financing-elements check --sandbox', tests, () => {
  it('works with no credentials', async (t) => {
    const { code, stdout } = await startCommand(t, ['check', '--sandbox']).closed;
    assert.match(stdout, /^note +Calling an embedded sandbox/);
    assert.match(stdout, /^ok +\$500 would be \$\d/m);
    assert.equal(code, 0);
  });

  it('takes the options of serve', async (t) => {
    const args = ['--sandbox', '--port', '9', '--mount', '/pay', '--locations', 'main-street,x'];
    const { code, stdout } = await startCommand(t, ['check', ...args]).closed;
    assert.match(stdout, /^ok +main-street: [^]*^wrong +x: /m);
    assert.equal(code, 1);
  });
});

describe('financing-elements check on financing-elements sandbox', tests, () => {
  it('finds its everyday credentials in order', async (t) => {
    const url = await startCommand(t, ['sandbox', '--port', '0']).listening();
    const env = { FINANCING_SVC_KEY: 'sandbox-key', FINANCING_SVC_SECRET: 'sandbox-secret' };
    const { code, stdout } = await check(t, url, env, ['--locations', 'smile-dental']);
    assert.match(stdout, /^ok +smile-dental: [^]*^ok +Onboarding: /m);
    assert.equal(code, 0);
  });

  it('wants a location for the key of several verticals', async (t) => {
    const url = await startCommand(t, ['sandbox', '--port', '0']).listening();
    const { stdout } = await check(t, url, { FINANCING_SVC_KEY: 'sandbox-multi-key' });
    assert.match(stdout, /^wrong .*needs a location/m);
  });
});
