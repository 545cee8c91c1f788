import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../bench/server/load.js';
import { addressOf, estimation, link } from '../../bench/server/requests.js';
import { start } from '../../bench/server/start.js';
import { startCommand } from '../cli/command.js';
import { mebibyte, memoryOf, peakMemory } from '../support/memory.js';
import { trialSeconds } from '../support/trial.js';

/** In `npm test` only that the floods are answered; test/proxy/floods.test.ts counts what is left of larger ones. */
const count = trialSeconds > 0 ? 1_000_000 : 1_000;

const itemsAtOnce = 100;

describe(`${count} addresses, ${count} keys and ${count} amounts`, { timeout: 3_600_000 }, () => {
  it('L16 make financing-elements serve, as it is started, grow by at most 128 MB', async (t) => {
    const service = await start('upstream');
    t.after(() => service.stop());
    const env = {
      FINANCING_BASE_URL: service.url,
      FINANCING_SVC_KEY: 'key',
      FINANCING_TRUST_PAGE_AMOUNT: 'on',
      FINANCING_TRUSTED_HOPS: '1',
      FINANCING_RATE_LIMIT: '1000000',
    };
    const { listening, child } = startCommand(t, ['serve', '--port', '0'], { env });
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
      await send(count, withNewKeyAndAddress);
    };

    // The first use of each part is not what is measured.
    await send(1_000, () => estimation(100, addressOf(0)));
    const before = memoryOf(child.pid!);
    const most = await peakMemory(child.pid!, flood(), 250);
    const said = [before, most].map((bytes) => `${Math.round(bytes / mebibyte)} MiB`);
    t.diagnostic(`${said[0]} before, ${said[1]} at most`);
    assert.equal(failures, 0);
    assert.ok(most - before <= 128_000_000, `${most - before} bytes`);
  });
});
