import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageErrorCodes, proxyErrorCodes, type ProxyErrorCode } from '../../src/client/index.js';
import type { ProblemCode } from '../../src/proxy/index.js';

// The type checker compares the two lists: a code that one of them lacks is an error here.
const codesOfProxy: Record<ProblemCode, true> = {} as Record<ProxyErrorCode, true>;
const codesOfPage: Record<ProxyErrorCode, true> = codesOfProxy;

describe('the error codes of a page', () => {
  it('are listed once', () => {
    assert.ok(codesOfPage);
    const all = [...pageErrorCodes, ...proxyErrorCodes];
    assert.deepEqual(all, [...new Set(all)]);
  });
});
