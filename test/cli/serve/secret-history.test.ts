import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { observeOneOfMany } from '../../../src/cli/serve/observe-one-of-many.js';
import { formerSecrets, replaceInHistory } from '../../../src/cli/serve/secret-history.js';
import type { ObserverEvent } from '../../../src/proxy/index.js';

const hour = 60 * 60_000;

describe('The secrets that keyed the store before', () => {
  const first = replaceInHistory(new Map(), ['one'], 0);

  it('are none at the start', () => {
    assert.deepEqual(formerSecrets(first), []);
  });

  it('are known for a day after they were replaced', () => {
    const second = replaceInHistory(first, ['two'], hour);
    const third = replaceInHistory(second, ['three'], 24 * hour);
    assert.deepEqual(formerSecrets(third), ['one', 'two']);
    const fourth = replaceInHistory(third, ['four'], 25 * hour);
    assert.deepEqual(formerSecrets(fourth), ['two', 'three']);
  });

  it('leave out one that is in use again', () => {
    const second = replaceInHistory(first, ['two'], hour);
    assert.deepEqual(formerSecrets(replaceInHistory(second, ['one'], 2 * hour)), ['two']);
  });

  it('are as before when the new ones turn out to be wrong', () => {
    replaceInHistory(first, ['wrong'], hour);
    assert.deepEqual(formerSecrets(replaceInHistory(first, ['two'], 2 * hour)), ['one']);
  });
});

describe('A proxy that another one follows', () => {
  const circuit = {
    ...{ type: 'circuit', operation: 'createPrequalLink', scope: 'operation' },
    state: 'open',
  } as const satisfies ObserverEvent;

  it('leaves no circuit open in the metrics', () => {
    const seen: ObserverEvent[] = [];
    const { observe, end } = observeOneOfMany((event) => seen.push(event));
    observe(circuit);
    end();
    assert.deepEqual(seen, [circuit, { ...circuit, state: 'closed' }]);
  });

  it('opens none afterwards, and still counts what it finishes', () => {
    const seen: ObserverEvent[] = [];
    const { observe, end } = observeOneOfMany((event) => seen.push(event));
    observe(circuit);
    observe({ ...circuit, state: 'closed' });
    end();
    observe(circuit);
    const last = { type: 'estimates', source: 'service', count: 1 } as const;
    observe(last);
    assert.deepEqual(seen.slice(2), [last]);
  });
});
