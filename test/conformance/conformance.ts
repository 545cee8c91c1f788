/**
 * The conformance suite: what the service document promises, tried on anything that answers it. This file is
 * driven by the operations table; `rules.ts` holds what the table cannot say.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { operationNames, operations, type DeclaredError } from '../../src/contract/index.js';
import { errorRows, oddRequests, type ErrorRow } from './declared-errors.js';
import { merchantLocation, valid } from './requests.js';
import { describeRules } from './rules.js';
import { exchange, matches, succeed, type ConformanceTarget, type Test } from './target.js';

/** Describes how `target` keeps the contract. */
export function describeConformance(title: string, target: ConformanceTarget): void {
  const test: Test = (sentence, body, needs) => {
    if (needs === undefined || target.lacks[needs] === undefined) void it(sentence, body);
  };

  describe(`${title} conforms to the contract`, () => {
    beforeEach(async () => {
      const { ok } = await target.control('DELETE', '/sandbox');
      assert.ok(ok, 'the sandbox behind the target is reset');
    });

    for (const operation of operationNames) {
      describe(operation, () => {
        test('answers a valid request per its schema and with nothing beyond it', async () => {
          await succeed(target, valid.addMerchantLocation);
          const other = merchantLocation({ location: 'another-store' });
          const send = operation === 'addMerchantLocation' ? other : valid[operation];
          const body = await succeed(target, send);
          assert.deepEqual(operations[operation].response.parse(body), body);
        });

        const rows: Readonly<Record<string, ErrorRow>> = errorRows[operation];
        const errors: Readonly<Record<string, DeclaredError>> = operations[operation].errors;

        void it('has a row for each declared error', () => {
          assert.deepEqual(Object.keys(rows).sort(), Object.keys(errors).sort());
        });

        for (const [name, { send, after, needs }] of Object.entries(rows)) {
          const declared = errors[name];
          if (!declared) continue;
          const { status, message, condition } = declared;
          test(
            `answers ${status} ${message}: ${condition}`,
            async () => {
              if (after) await succeed(target, after);
              const response = await exchange(target, send);
              const seen = await target.readError(response);
              assert.ok(matches(seen, declared), `it answers ${seen.status} ${seen.message}`);
            },
            needs,
          );
        }

        const odd = oddRequests.filter((send) => send.operation === operation);
        test(
          `answers ${odd.length} odd requests with nothing undeclared`,
          async () => {
            for (const send of odd) await exchange(target, send);
          },
          'malformed-input',
        );
      });
    }

    describeRules(target, test);
  });
}
