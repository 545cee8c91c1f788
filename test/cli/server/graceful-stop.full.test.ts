import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startBalancer } from '../serve/balancer.js';
import { putEstimate, startCommand } from '../command.js';

async function startReplica(t: TestContext) {
  const args = ['serve', '--sandbox', '--port', '0', '--rate-limit', '1000000'];
  const command = startCommand(t, args);
  return { ...command, url: await command.listening() };
}

/** Asks without pause until told to stop. Resolves with how many of each status came back. */
async function keepAsking(
  url: string,
  isOver: () => boolean,
  statuses = new Map<number, number>(),
) {
  while (!isOver()) {
    const response = await putEstimate(url);
    await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  return statuses;
}

describe('financing-elements serve behind a load balancer', { timeout: 120_000 }, () => {
  it('stops under load without one failed request', async (t) => {
    const [one, other] = await Promise.all([startReplica(t), startReplica(t)]);
    const balancer = await startBalancer(t, [one.url, other.url]);
    let isOver = false;
    const statuses = new Map<number, number>();
    const mount = `${balancer.url}/financing`;
    const shoppers = Array.from({ length: 20 }, () => keepAsking(mount, () => isOver, statuses));
    while ((statuses.get(200) ?? 0) < 200) await putEstimate(mount);
    one.child.kill('SIGTERM');
    const { code } = await one.closed;
    isOver = true;
    await Promise.all(shoppers);
    assert.equal(code, 0);
    assert.deepEqual([...statuses.keys()], [200], JSON.stringify([...statuses]));
  });
});
