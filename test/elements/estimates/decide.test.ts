import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, type Situation } from '../../../src/elements/estimates/estimate-controller.js';
import { estimateOf } from '../../client/fake-proxy.js';

const rendered = { id: '', ...estimateOf(100) };
const usual: Situation = {
  request: {},
  hadRequest: false,
  isSame: false,
  rendered: undefined,
  isRepeated: false,
  isHurried: false,
  isHydrating: false,
};

describe('decide()', () => {
  for (const [what, situation, decision] of [
    ['asks at once for the first amount', {}, { ask: 'now' }],
    ['asks at once for another amount', { hadRequest: true }, { ask: 'now' }],
    ['waits while the amount changes quickly', { hadRequest: true, isHurried: true }, { ask: 100 }],
    ['asks after the hydration', { isHydrating: true }, { ask: 0 }],
    ['keeps what it has of the same request', { hadRequest: true, isSame: true }, 'keep'],
    [
      'asks again when it is told to',
      { hadRequest: true, isSame: true, isRepeated: true },
      { ask: 'now' },
    ],
    ['clears the estimate when the amount goes', { request: undefined, hadRequest: true }, 'clear'],
    ['does nothing without an amount', { request: undefined }, 'keep'],
    ['does not ask again without one', { request: undefined, isRepeated: true }, 'keep'],
    ['shows what the server has rendered', { rendered }, { show: rendered }],
    ['shows it without an amount, too', { request: undefined, rendered }, { show: rendered }],
    [
      'shows it instead of the estimate of the same request',
      { hadRequest: true, isSame: true, rendered },
      { show: rendered },
    ],
    [
      'does not show it next to an invalid amount',
      { request: { error: 'invalid-amount' }, rendered },
      { ask: 'now' },
    ],
  ] as const satisfies readonly (readonly [string, Partial<Situation>, unknown])[]) {
    it(what, () => {
      assert.deepEqual(decide({ ...usual, ...situation }), decision);
    });
  }
});
