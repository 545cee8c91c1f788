import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { credentials, financed, inapplicable, samples } from '../../support/samples.js';
import { closedPort, startHttp, startTcp } from '../../support/servers.js';
import {
  runCheck,
  runCheckOn,
  respondWithEstimate,
  manyStores,
  respondWith,
  startCommand,
} from '../command.js';

const html = { 'content-type': 'text/html; charset=utf-8' };
const tests = { concurrency: 2, timeout: 120_000 };

describe('financing-elements check on a working service', tests, () => {
  it('prints the estimate and what the settings allow, and exits with 0', async (t) => {
    const { code, stdout } = await runCheckOn(t, respondWithEstimate);
    assert.match(
      stdout,
      /^ok +\$500 would be \$112\.08 a month at 21\.99% APR, \$99\.00 due today\. .*percentage, which is right/m,
    );
    assert.doesNotMatch(stdout, /clock/);
    assert.match(stdout, /^ok +Onboarding: /m);
    assert.match(stdout, /\nEverything necessary works\.\n$/);
    assert.equal(code, 0);
  });

  it('requests one estimate per location and one status, and nothing else', async (t) => {
    const seen: string[] = [];
    await runCheckOn(t, respondWithEstimate, { seen, env: { FINANCING_LOCATIONS: 'a,b' } });
    assert.deepEqual(seen, [
      `PUT ${samples.estimatePayments.path}?location=a`,
      `PUT ${samples.estimatePayments.path}?location=b`,
      'GET /onboarding/api/v1/location/a',
    ]);
  });

  it('warns about an APR that looks like a fraction', async (t) => {
    const { code, stdout } = await runCheckOn(
      t,
      respondWith(200, [financed('check', { apr: 0.2199 })]),
    );
    assert.match(stdout, /^note .*The APR looks like a fraction/m);
    assert.equal(code, 0);
  });

  it('doesn’t comment on the unit of an APR of 0', async (t) => {
    const { stdout } = await runCheckOn(t, respondWith(200, [financed('check', { apr: 0 })]));
    assert.match(stdout, /^ok .* at 0% APR, \$99\.00 due today\.$/m);
  });

  it('accepts that the amount can’t be financed', async (t) => {
    const { code, stdout } = await runCheckOn(t, respondWith(200, [inapplicable('check')]));
    assert.match(stdout, /^ok +The service does not finance \$500/m);
    assert.equal(code, 0);
  });
});

describe('financing-elements check on a service that rejects it', tests, () => {
  it('reports that the key is rejected, and doesn’t use it again', async (t) => {
    const seen: string[] = [];
    const refused = respondWith(403, { message: `Bad credentials ${credentials.svcKey}` });
    const { code, stdout } = await runCheckOn(t, refused, {
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

  it('reports that the secret is rejected', async (t) => {
    const { code, stdout } = await runCheckOn(t, respondWithEstimate, {
      onboarding: respondWith(401),
    });
    assert.match(stdout, /^wrong +Onboarding: .*does not accept the svc-secret.*\(401\)/m);
    assert.equal(code, 1);
  });

  it('prints no control characters of a location', async (t) => {
    const url = await startHttp(t, respondWithEstimate);
    const env = { FINANCING_LOCATIONS: 'a\u001b[2J\u009b2J\u202e' };
    for (const format of [[], ['--json']]) {
      const { stdout, stderr } = await runCheck(t, url, env, format);
      assert.match(stdout, /a(?:\ufffd|\\u001b)\[2J/);
      assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  it('prints the same as JSON', async (t) => {
    const url = await startHttp(t, respondWithEstimate);
    const { stdout, code } = await runCheck(
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

  it('distinguishes a firewall’s page from a rejected key', async (t) => {
    const { stdout } = await runCheckOn(t, respondWith(403, '<h1>Blocked</h1>', html));
    assert.match(stdout, /^wrong +A web page refused the call \(403\)/m);
  });

  it('distinguishes a gateway without a route from an unknown location', async (t) => {
    const body = { message: 'no Route matched with those values' };
    const { code, stdout } = await runCheckOn(t, respondWith(422, body));
    assert.match(stdout, /^wrong +The response \(422\) isn't one that the service document lists/m);
    assert.equal(code, 1);
  });

  it('reports that a location is required if none is configured', async (t) => {
    const { code, stdout } = await runCheckOn(t, respondWith(422, { message: 'LocationNotFound' }));
    assert.match(stdout, /^wrong .*accepts the key but needs a location.*FINANCING_LOCATIONS/m);
    assert.equal(code, 1);
  });

  it('reports which location is unknown', async (t) => {
    const { code, stdout } = await runCheckOn(
      t,
      (request, response) =>
        (request.url?.includes('b-store') ? respondWith(422) : respondWithEstimate)(
          request,
          response,
        ),
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
  it('tries eight at a time, and lists those that fail', async (t) => {
    const stores = manyStores({ 'store-7': 422, 'store-200': 500 });
    const env = { FINANCING_LOCATIONS: stores.names };
    const { code, stdout } = await runCheckOn(t, stores.listener, { env });
    assert.match(stdout, /^wrong +store-7: .*\n(?:ok .*\n)+wrong +store-200: /m);
    assert.match(stdout, /^ok +store-399: [^]*\nWrong: 2\n {2}store-7: .*\n {2}store-200: .*\n$/m);
    assert.deepEqual([code, stores.maxConcurrent], [1, 8]);
  });
});

describe(
  'financing-elements check on something other than the service, or on a failing service',
  tests,
  () => {
    const cases: [string, RequestListener, RegExp][] = [
      [
        'is busy',
        respondWith(429, '', { 'retry-after': '7' }),
        /busy.*\(429\)\. Try again in 7 seconds/,
      ],
      ['is down', respondWith(503), /busy.*\(503\)\. Try again later/],
      ['fails', respondWith(500), /The service failed \(500\)/],
      ['is elsewhere', respondWith(404), /\(404\)\. Check the path of the base URL/],
      ['is a website', respondWith(200, '<h1>Welcome</h1>', html), /The response is a web page/],
      [
        'is behind a proxy',
        respondWith(407, '', html),
        /A proxy in between needs a password \(407\)/,
      ],
      [
        'is behind a login of the network',
        respondWith(511, '', html),
        /network of this machine needs a login \(511\)/,
      ],
      [
        'redirects to a login of the network',
        respondWith(302, '', { location: 'http://login.example/?url=x' }),
        /redirects to http:\/\/login\.example, perhaps a login of this network \(302\)/,
      ],
      [
        'redirects elsewhere',
        respondWith(308, '', { location: 'https://new.example/x?y' }),
        /redirects to https:\/\/new\.example, perhaps.*\(308\)/,
      ],
      [
        'sends callers to a login',
        respondWith(302, '', { location: '/login' }),
        /check the path.*\(302\)/,
      ],
    ];
    for (const [what, listener, expected] of cases) {
      it(`reports that it ${what}`, async (t) => {
        const { code, stdout } = await runCheckOn(t, listener);
        const [, wrong] = /^wrong +(.*)$/m.exec(stdout) ?? [];
        assert.match(wrong ?? '', expected);
        assert.equal(code, 1);
      });
    }

    it('reports that nothing listens, and at which address', async (t) => {
      const url = await closedPort();
      const { code, stdout } = await runCheck(t, `${url}/prefix`);
      assert.ok(stdout.startsWith(`note   Calling ${url} (FINANCING_BASE_URL), `), stdout);
      assert.match(stdout, /^wrong +Nothing listens on that host and port/m);
      assert.match(stdout, /svc-secret was not tried/);
      assert.equal(code, 1);
    });

    it('reports that the server doesn’t use TLS', async (t) => {
      const url = await startHttp(t, respondWith(200));
      const { stdout } = await runCheck(t, url.replace('http:', 'https:'));
      assert.match(stdout, /^wrong +The response is not TLS/m);
    });

    it('reports that it doesn’t use the HTTP proxy of the network', async (t) => {
      const url = (await closedPort()).replace('http:', 'https:');
      const { stdout } = await runCheck(t, url, {
        HTTPS_PROXY: 'http://user:s3cret@proxy.example',
      });
      assert.match(stdout, /^note +HTTPS_PROXY is set but not used/m);
      assert.doesNotMatch(stdout, /s3cret/);
    });

    it('reports that the server doesn’t speak HTTP', async (t) => {
      const { stdout } = await runCheck(
        t,
        await startTcp(t, (socket) => socket.end('220 mail\r\n')),
      );
      assert.match(stdout, /^wrong +The response is not HTTP/m);
    });

    it('reports a timeout', async (t) => {
      const { stdout } = await runCheckOn(t, () => undefined, { env: { FINANCING_TIMEOUT: '50' } });
      assert.match(stdout, /^wrong +No complete response arrived in time.*FINANCING_TIMEOUT/m);
    });

    it('ends within 15 seconds, regardless of the timeouts in its settings', async (t) => {
      const env = {
        FINANCING_BASE_URL: await startHttp(t, () => undefined),
        FINANCING_SVC_KEY: 'key',
        FINANCING_TIMEOUT: '60000',
        FINANCING_LOCATIONS: 'a,b',
      };
      // The check has 12 seconds. The preload shortens that to one.
      const preload =
        'const timeout = AbortSignal.timeout; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms - 11000)';
      const { stdout } = await startCommand(t, ['check'], { env, preload }).closed;
      assert.match(stdout, /^wrong +No response arrived within the time limit of a check/m);
    });
  },
);

describe('financing-elements check --sandbox', tests, () => {
  it('needs no credentials, and takes the options of serve', async (t) => {
    const args = ['--sandbox', '--port', '9', '--mount', '/pay', '--locations', 'main-street,x'];
    const { code, stdout } = await startCommand(t, ['check', ...args]).closed;
    assert.match(
      stdout,
      /^note +Calling an embedded sandbox[^]*^ok +main-street: [^]*^wrong +x: /m,
    );
    assert.equal(code, 1);
  });
});
