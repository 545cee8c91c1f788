import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckRun } from '../../../src/cli/check/prepare-checks.js';
import type { Finding } from '../../../src/cli/check/check-report.js';
import { checkService } from '../../../src/cli/check/service-checks.js';
import { financed } from '../../support/samples.js';

async function check(
  locations: readonly string[],
  respond: (location: string) => Response | undefined,
  isForStart = true,
) {
  const requested: string[] = [];
  const progress: string[] = [];
  const findings: Finding[] = [];
  const fetch = async (request: Request) => {
    const location = new URL(request.url).searchParams.get('location') ?? '';
    requested.push(location);
    return respond(location) ?? Response.json([financed('check')]);
  };
  const run = {
    isForStart,
    options: { baseUrl: 'https://service.example', svcKey: 'key', locations, fetch },
    progress: (text: string) => void progress.push(text),
  } as unknown as CheckRun;
  for await (const finding of checkService(run)) findings.push(finding);
  const wrong = findings.filter(({ text }) => !text.includes('$500 would be'));
  return { requested, progress, texts: wrong.map(({ verdict, text }) => `${verdict} ${text}`) };
}

const unknown = () => Response.json({ message: 'LocationNotFound' }, { status: 422 });
const stores = (count: number) => Array.from({ length: count }, (_, index) => `store-${index}`);

describe('The check of locations before a start', () => {
  it('tries the second location even if the first one works', async () => {
    const { requested, texts } = await check(['main-street', 'nowhere'], (location) =>
      location === 'nowhere' ? unknown() : undefined,
    );
    assert.deepEqual(requested, ['main-street', 'nowhere']);
    assert.match(texts.join(), /^note nowhere: .*does not know this location/);
  });

  it('tries all 45 locations and reports its progress', async () => {
    const { requested, progress } = await check(stores(45), () => undefined);
    assert.deepEqual([...requested].sort(), stores(45).sort());
    assert.deepEqual(progress, ['Tried 25 of 45 locations.']);
  });

  it('reports no progress for 20 locations', async () => {
    assert.deepEqual((await check(stores(20), () => undefined)).progress, []);
  });

  it('waits if the service asks for it, and then continues', async () => {
    const busy = new Set(['store-1']);
    const { requested, progress, texts } = await check(stores(3), (location) =>
      busy.delete(location)
        ? new Response('', { status: 429, headers: { 'retry-after': '1' } })
        : undefined,
    );
    assert.equal(requested.filter((location) => location === 'store-1').length, 2);
    assert.deepEqual(texts, []);
    assert.deepEqual(progress, ['Waiting 1 second before the next try.']);
  });

  it('reports how many locations it skipped when the service asked for a long wait', async () => {
    const { texts } = await check(stores(12), (location) =>
      location === 'store-2'
        ? new Response('', { status: 429, headers: { 'retry-after': '120' } })
        : undefined,
    );
    assert.match(
      texts.join(),
      /note 4 of 12 locations were not tried\. .*financing-elements check/,
    );
  });
});

describe('The check of locations', () => {
  it('reports how many locations it skipped after the key was rejected', async () => {
    const { texts } = await check(
      stores(12),
      (location) => (location === 'store-2' ? new Response('', { status: 403 }) : undefined),
      false,
    );
    assert.match(texts[0] ?? '', /^wrong The service does not accept the svc-key \(403\)/);
    assert.match(texts[1] ?? '', /^note 3 of 12 locations were not tried\./);
  });
});
