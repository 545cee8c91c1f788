import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageErrorCodes, proxyErrorCodes, type ProxyErrorCode } from '../../src/client/index.js';
import { problemRow } from '../../src/proxy/problems.js';
import type { ProblemCode } from '../../src/proxy/index.js';

// The type checker compares the two lists: a code that one of them lacks is an error here.
const codesOfProxy: Record<ProblemCode, true> = {} as Record<ProxyErrorCode, true>;
const codesOfPage: Record<ProxyErrorCode, true> = codesOfProxy;

describe('the error codes of a page', () => {
  it('are in the order of their status, by which a button asks for another try', () => {
    const listed = proxyErrorCodes.map((code) => `${problemRow(code).status} ${code}`);
    assert.deepEqual(
      listed,
      listed.toSorted((a, b) => parseInt(a) - parseInt(b)),
    );
  });

  it('are listed once', () => {
    assert.ok(codesOfPage);
    const all = [...pageErrorCodes, ...proxyErrorCodes];
    assert.deepEqual(all, [...new Set(all)]);
  });
});
