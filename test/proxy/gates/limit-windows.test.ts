import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateGate } from '../../../src/proxy/limits.js';
import { createSmsLimits } from '../../../src/proxy/limits.js';
import { createMemoryStore } from '../../../src/proxy/index.js';

const minute = 60_000;
const secret = 'secret-of-the-limits';
const phone = '+14155552671';

/** One request a minute, and texts with these limits, on a clock that a test moves. */
function createLimits(options: object) {
  const clock = { now: 1 };
  const store = createMemoryStore({ now: () => clock.now });
  const checkAddress = createRateGate(store, { secret, rateLimit: 1 });
  const texts = createSmsLimits(store, {
    ...{ secret, textsPerPhone: 10, textsPerPrefix: 10, textsInAll: 10, ...options },
  });
  return { clock, checkAddress, checkText: (to = phone) => texts.count(to) };
}

const limits = {
  'requests of an address': {
    window: minute,
    create: () => createLimits({}),
    ask: ({ checkAddress }: ReturnType<typeof createLimits>) => checkAddress('203.0.113.9'),
  },
  'texts to a phone': {
    window: 10 * minute,
    create: () => createLimits({ textsPerPhone: 1 }),
    ask: ({ checkText }: ReturnType<typeof createLimits>) => checkText(),
  },
  'texts to a block of numbers': {
    window: 60 * minute,
    create: () => createLimits({ textsPerPrefix: 1 }),
    ask: ({ checkText }: ReturnType<typeof createLimits>) => checkText(),
  },
  'texts in all': {
    window: 60 * minute,
    create: () => createLimits({ textsInAll: 1 }),
    ask: ({ checkText }: ReturnType<typeof createLimits>) => checkText(),
  },
};

for (const [name, { window, create, ask }] of Object.entries(limits)) {
  describe(`The window of ${name}`, () => {
    it('lasts until just before its end, and not longer', async () => {
      const made = create();
      await ask(made);
      made.clock.now += window - 1;
      const error = await ask(made).catch((thrown: unknown) => thrown);
      assert.equal((error as { status?: number }).status, 429);
      made.clock.now += 2; // a cache ends an entry after its time, not with it
      await ask(made);
    });
  });
}
