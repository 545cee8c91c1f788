/** Checks that `check` reports each point that docs/going-live.md marks with "(check)". */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { withLongTimeout } from '../../support/redis.js';
import { closedPort, startHttp } from '../../support/servers.js';
import { runCheck, runCheckOn, respondWithEstimate, respondWith } from '../command.js';

const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8');
const points = [...guide.matchAll(/^- \[ \] \(check\) (.*)$/gm)].map(([, point = '']) => point);

/** A phrase from each point, and what `check` prints if the point isn't met. */
const reported: readonly (readonly [words: string, unmet: RegExp])[] = [
  ['production credentials', /^wrong +The service does not accept the svc-key \(401\)/m],
  ['`Everything necessary works.`', /^Wrong: \d+$/m],
  ['`svcKey` come from', /^note +Calling \S+ \(--base-url\), /m],
  ['`trustPageAmount` is off', /^note +FINANCING_TRUST_PAGE_AMOUNT is on: check each amount/m],
  ['`FINANCING_LOCATIONS`', /^note +FINANCING_LOCATIONS is not set: /m],
  [
    '`FINANCING_TRUSTED_HOPS`',
    /^note +FINANCING_TRUSTED_HOPS is 0: .*share one limit of \d+ requests/m,
  ],
  ['The clock', /^note +The clock of this machine differs from the service’s by 30 minutes/m],
  ['Redis', /^wrong +Redis: /m],
  ['The onboarding routes', /^note +FINANCING_ADMIN_TOKEN is set: /m],
  ['Texts are off', /^note +FINANCING_SMS is on: /m],
  ['`FINANCING_WEBHOOK_SECRET`', /^note +FINANCING_WEBHOOK_SECRET is not set: /m],
];

describe('docs/going-live.md', { timeout: 60_000 }, () => {
  it('marks the points that check reports', () => {
    const known = points.map((point) => reported.filter(([words]) => point.includes(words)).length);
    assert.deepEqual(
      known,
      Array.from(reported, () => 1),
      points.join('\n'),
    );
  });

  it('marks only points that check reports when nothing is set up', async (t) => {
    const date = new Date(Date.now() - 30 * 60_000).toUTCString();
    const url = await startHttp(t, respondWith(401, '', { date }));
    const { host } = new URL(await closedPort());
    const unmet = await runCheck(
      t,
      '',
      {
        FINANCING_TRUST_PAGE_AMOUNT: 'on',
        FINANCING_SMS: 'on',
        FINANCING_ADMIN_TOKEN: 'admin-token-70b1c2e8',
        FINANCING_REDIS_URL: withLongTimeout(`redis://${host}`),
      },
      ['--base-url', url],
    );
    const met = await runCheckOn(t, respondWithEstimate, {
      env: {
        FINANCING_LOCATIONS: 'main-street',
        FINANCING_PURCHASE_SECRET: 'purchase-secret-70b1c2e8',
        FINANCING_TRUSTED_HOPS: '1',
        FINANCING_WEBHOOK_SECRET: 'webhook-secret-70b1c2e8',
      },
    });
    for (const [words, pattern] of reported) {
      assert.match(unmet.stdout, pattern, words);
      assert.doesNotMatch(met.stdout, pattern, words);
    }
  });
});
