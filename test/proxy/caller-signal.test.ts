import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { callerSignalOf } from '../../src/proxy/caller-signal.js';

/** A request as srvx hands it on. */
function nodeRequest() {
  const res = Object.assign(new EventEmitter(), { writableEnded: false, destroyed: false });
  return {
    runtime: { node: { req: { socket: { destroyed: false } }, res } },
  } as unknown as Request;
}

describe('What tells of a caller that goes away, on Node', () => {
  // Such a getter would keep the whole request in V8's old space.
  it('has no getter of its own', () => {
    const own = Object.getOwnPropertyDescriptors(callerSignalOf(nodeRequest()));
    assert.deepEqual(
      Object.entries(own).filter(([, { get }]) => get),
      [],
    );
  });
});
