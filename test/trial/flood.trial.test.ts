import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { load } from '../../bench/server/load.js';
import { addressOf, estimation, link } from '../../bench/server/requests.js';
import { start } from '../../bench/server/start.js';
import { startCommand } from '../cli/command.js';
import { mebibyte, residentBytes, peakResidentBytes, trialSeconds } from '../support/trial.js';

/** Outside of a trial, this only tests that floods get responses. */
const count = trialSeconds > 0 ? 1_000_000 : 1_000;

const itemsAtOnce = 100;

/** The flags from docs/scaling.md. */
const documentedFlags = ['--heap-growing-percent=75', '--max-semi-space-size=8'];

/** Returns by how many bytes the command grows during a flood. */
async function growth(
  t: TestContext,
  { programFlags = [], withLinks = false }: { programFlags?: string[]; withLinks?: boolean },
): Promise<number> {
  const service = await start('upstream');
  t.after(() => service.stop());
  const env = {
    FINANCING_BASE_URL: service.url,
    FINANCING_SVC_KEY: 'key',
    FINANCING_TRUST_PAGE_AMOUNT: 'on',
    FINANCING_TRUSTED_HOPS: '1',
    FINANCING_RATE_LIMIT: '1000000',
  };
  const { listening, child } = startCommand(t, ['serve', '--port', '0'], { env, programFlags });
  const urls = [await listening()];

  let failures = 0;
  const send = async (total: number, next: () => Buffer) => {
    failures += (await load({ urls, connections: 16, total, next })).failures;
  };
  let index = 0;
  const withNewAmounts = () => estimation((index += itemsAtOnce), addressOf(index), itemsAtOnce);
  const withNewKeyAndAddress = () => link(++index, addressOf(index));
  const flood = async () => {
    await send(count / itemsAtOnce, withNewAmounts);
    if (withLinks) await send(count, withNewKeyAndAddress);
  };

  // The first use of each code path isn't measured.
  await send(1_000, () => estimation(100, addressOf(0)));
  const before = residentBytes(child.pid!);
  const peak = await peakResidentBytes(child.pid!, flood(), 250);
  const reported = [before, peak].map((bytes) => `${Math.round(bytes / mebibyte)} MiB`);
  t.diagnostic(`${reported[0]} before, ${reported[1]} at peak`);
  assert.equal(failures, 0);
  return peak - before;
}

describe('financing-elements serve grows by at peak 128 MB', { timeout: 3_600_000 }, () => {
  it(`in a flood of ${count} amounts, with the documented flags`, async (t) => {
    const growthBytes = await growth(t, { programFlags: documentedFlags });
    assert.ok(growthBytes <= 128_000_000, `${growthBytes} bytes`);
  });

  it(`in a flood of ${count} addresses, keys, and amounts, with the documented flags`, async (t) => {
    const growthBytes = await growth(t, { programFlags: documentedFlags, withLinks: true });
    assert.ok(growthBytes <= 128_000_000, `${growthBytes} bytes`);
  });
});
