/**
 * The conformance suite: tests whether a target keeps the promises of the service document. Most tests are derived from the
 * operations table. `describeRules` has the rules that the table can't express.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  type DeclaredError,
  type EstimateResult,
  isInapplicable,
  type MerchantLocation,
  type MerchantStatus,
  type OperationName,
  operationNames,
  operations,
  type PayOverTimeLink,
  type PrequalLink,
  verticals,
} from '../../src/contract/index.js';
import {
  type ErrorRow,
  errorRows,
  estimation,
  merchantLocation,
  merchantStatus,
  oddRequests,
  payOverTimeLink,
  prequalLink,
  type Send,
  toRequest,
  valid,
} from './requests.js';
import type { ProblemDetails } from '../../src/proxy/index.js';
import { creations } from '../support/samples.js';
import { pluck } from '../support/assertions.js';

/** Declares the tests of a target. */
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
        test('responds to a valid request as its schema says, without additional fields', async () => {
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
            `responds with ${status} ${message}: ${condition}`,
            async () => {
              if (after) await succeed(target, after);
              const response = await exchange(target, send);
              const seen = await target.readError(response);
              assert.ok(
                matches(seen, declared),
                `it responded with ${seen.status} ${seen.message}`,
              );
            },
            needs,
          );
        }

        const odd = oddRequests.filter((send) => send.operation === operation);
        test(
          `responds to ${odd.length} odd requests only with declared errors`,
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

/** An implementation of the contract: the service, the sandbox, or a proxy in front of one of them. */
export interface ConformanceTarget {
  /** The URL to put in front of the contract's paths, without a trailing slash. */
  readonly baseUrl: string;
  fetch(this: void, request: Request, operation: OperationName): Promise<Response>;
  /** Returns the service's status and message from an error response. A proxy wraps them in a problem. */
  readError(response: Response): Promise<{ status: number; message: string }>;
  /** Sends a request to a control of the sandbox behind the target, as in `control('DELETE', '/sandbox')`. */
  control(method: string, path: string): Promise<Response>;
  /** The tests that can't run on this target, each with the reason. */
  readonly lacks: Partial<Record<Capability, string>>;
}

/** The features of a target that only some tests need. */
export type Capability =
  /** The target passes on the caller's own credentials. */
  | 'own-credentials'
  /** The target passes on input that breaks the schemas. */
  | 'malformed-input'
  /** The target passes on phone numbers and email addresses without checking them. */
  | 'invalid-contacts'
  /** The target passes on a vertical that isn't one of the 14. */
  | 'unknown-vertical'
  /** The target passes on a state in which the service accepts no merchants. */
  | 'unsupported-state'
  /** The target accepts several items with the same ID in one estimation. */
  | 'duplicate-ids'
  /** The target lets this caller send text messages. */
  | 'send-sms'
  /** The target doesn't add `sendSMS` to a request without it. */
  | 'omitted-send-sms';

/** Declares a test, unless the target lacks the feature that it needs. */
type Test = (sentence: string, body: () => Promise<void>, needs?: Capability) => void;

/** Sends a request, and fails on an error that the operation doesn't declare. */
async function exchange(target: ConformanceTarget, send: Send): Promise<Response> {
  const response = await target.fetch(toRequest(target.baseUrl, send), send.operation);
  if (!response.ok) {
    const seen = await target.readError(response.clone());
    const declared = Object.values<DeclaredError>(operations[send.operation].errors);
    assert.ok(
      declared.some((error) => matches(seen, error)),
      `${send.operation} declares no ${seen.status} ${seen.message}`,
    );
  }
  return response;
}

/** Sends a request that must succeed, and returns the body of the response. */
async function succeed(target: ConformanceTarget, send: Send): Promise<unknown> {
  const response = await exchange(target, send);
  assert.ok(response.ok, `${send.operation} answers ${response.status}`);
  return response.json();
}

/** True if an error is the declared one. The message may end with any list of states if the contract says so. */
function matches(
  seen: { status: number; message: string },
  { status, message, listsStates }: DeclaredError,
): boolean {
  const sameMessage = listsStates ? seen.message.startsWith(message) : seen.message === message;
  return seen.status === status && sameMessage;
}

/** The token that allows onboarding requests to the tested proxy. */
export const adminToken = 'token-of-the-staff';

/** Describes a proxy in front of a sandbox. It must have `adminToken`, trust the page's amounts, and allow no text messages. */
export function proxyTarget(
  place: Pick<ConformanceTarget, 'baseUrl' | 'fetch' | 'control'>,
): ConformanceTarget {
  return {
    // A getter, because the URL may be known only after the target has started.
    get baseUrl() {
      return place.baseUrl;
    },
    fetch(request, operation) {
      request.headers.set('authorization', `Bearer ${adminToken}`);
      return place.fetch(request, operation);
    },
    control: (method, path) => place.control(method, path),
    async readError(response) {
      const { service } = (await response.json()) as ProblemDetails;
      return { status: service?.status ?? response.status, message: service?.message ?? '' };
    },
    lacks: {
      'own-credentials': 'the proxy sends its own',
      'malformed-input': 'the proxy refuses it first',
      'invalid-contacts': 'the proxy refuses them first',
      'unknown-vertical': 'the proxy refuses it first',
      'unsupported-state': 'the proxy refuses it first',
      'duplicate-ids': 'the proxy refuses them',
      'send-sms': 'the proxy allows no texts',
      'omitted-send-sms': 'the proxy always says false',
    },
  };
}

const day = 86_400_000;

/** Declares tests of the rules that concern several fields or several calls. */
function describeRules(target: ConformanceTarget, test: Test): void {
  describe('the estimate', () => {
    async function estimate(send: ReturnType<typeof estimation>): Promise<EstimateResult[]> {
      return (await succeed(target, send)) as EstimateResult[];
    }

    test('comes once for each item, in the order of the request', async () => {
      const results = await estimate(estimation([1299, 59, 300, 1299]));
      assert.deepEqual(pluck(results, 'id'), ['item-0', 'item-1', 'item-2', 'item-3']);
    });

    test(
      'comes once for each item also where ids are equal',
      async () => {
        const item = { id: 'twin', totalAmount: 300 };
        const results = await estimate({ ...valid.estimatePayments, body: [item, item] });
        assert.deepEqual(pluck(results, 'id'), ['twin', 'twin']);
      },
      'duplicate-ids',
    );

    test('is -1 in all four fields exactly where an amount is inapplicable', async () => {
      const results = await estimate(estimation([59.99, 60, 20_000, 20_000.01]));
      assert.deepEqual(results.map(isInapplicable), [true, false, false, true]);
    });

    test('adds up to the full amount: the amount financed and the down payment', async () => {
      const [result] = await estimate(estimation([9999.99], { location: 'sunset-motors' }));
      assert.ok(result && result.downPayment > 0);
      assert.equal(Math.round((result.amountFinanced + result.downPayment) * 100), 999_999);
    });

    test(
      'is the same for an alliance of several verticals that names its location',
      async () => {
        const send = estimation([500], { location: 'smile-dental' });
        assert.deepEqual(await estimate({ ...send, as: 'severalVerticals' }), await estimate(send));
      },
      'own-credentials',
    );
  });

  describe('the links', () => {
    test('of pay over time have a retailer ID only if there is a retailer', async () => {
      const settled = (await succeed(target, valid.createPayOverTimeLink)) as PayOverTimeLink;
      assert.equal(typeof settled.retailerId, 'string');
      await succeed(target, valid.addMerchantLocation);
      const fresh = await succeed(target, payOverTimeLink({ location: 'new-store' }));
      assert.ok(!Object.hasOwn(fresh as PayOverTimeLink, 'retailerId'));
    });

    test('differ from call to call', async () => {
      const first = (await succeed(target, valid.createPrequalLink)) as PrequalLink;
      const second = (await succeed(target, valid.createPrequalLink)) as PrequalLink;
      assert.notEqual(first.url, second.url);
    });

    test('take the fields that only occur in examples, as text or as a number', async () => {
      await succeed(target, payOverTimeLink({ roNumber: 'RO-1', representativeName: 7 }));
      await succeed(target, payOverTimeLink({ roNumber: 1, representativeName: 'Ada' }));
    });

    test('take a department as text and as a number, each its own', async () => {
      await succeed(target, payOverTimeLink({ departmentId: '7' }));
      await succeed(target, prequalLink({ departmentId: 7 }));
    });
  });

  describe('the merchant location', () => {
    for (const vertical of verticals) {
      test(`takes the vertical ${vertical}`, async () => {
        const send = merchantLocation({ vertical, businessAddress: { state: 'TX' } });
        await succeed(target, send);
      });
    }

    test('is CREATED when it is added, and reads the same afterwards', async () => {
      const added = (await succeed(target, valid.addMerchantLocation)) as MerchantLocation;
      assert.equal(added.status, 'CREATED');
      const before = Date.now();
      const read = (await succeed(target, merchantStatus('new-store'))) as MerchantStatus;
      const after = Date.now();
      const { expiredInDays, expirationDate, ...record } = read;
      assert.deepEqual(record, added);
      const end = Date.parse(expirationDate ?? '');
      assert.equal(end - Date.parse(added.creationDate), 30 * day);
      // Usually 30, but the date may have changed between the calls.
      const daysLeft = [before, after].map((now) => Math.ceil((end - now) / day));
      assert.ok(daysLeft.includes(expiredInDays ?? NaN), `${expiredInDays} days`);
    });

    test(
      'is found only by the integrator that added it',
      async () => {
        await succeed(target, valid.addMerchantLocation);
        const send = { ...merchantStatus('new-store'), as: 'severalVerticals' } as const;
        const { status } = await target.readError(await exchange(target, send));
        assert.equal(status, operations.getMerchantStatus.errors.locationNotFound.status);
      },
      'own-credentials',
    );

    test(
      'of Home Services is refused in WV, where others are not',
      async () => {
        const address = { businessAddress: { state: 'WV' } };
        await succeed(target, merchantLocation(address));
        const send = merchantLocation({ ...address, location: 'b', vertical: 'Home_Services' });
        const seen = await target.readError(await exchange(target, send));
        assert.ok(matches(seen, operations.addMerchantLocation.errors.stateNotSupported));
      },
      'unsupported-state',
    );
  });

  describe('sendSMS', () => {
    const requests = {
      createPayOverTimeLink: payOverTimeLink,
      createPrequalLink: prequalLink,
      addMerchantLocation: merchantLocation,
    };
    for (const operation of creations) {
      const sent = async (sendSMS: boolean | undefined): Promise<number> => {
        await succeed(target, requests[operation]({ sendSMS }));
        const outbox: unknown = await (await target.control('GET', '/sandbox/outbox')).json();
        assert.ok(Array.isArray(outbox));
        return outbox.length;
      };
      test(
        `true on ${operation} texts once`,
        async () => {
          assert.equal(await sent(true), 1);
        },
        'send-sms',
      );
      test(`false on ${operation} sends no text`, async () => {
        assert.equal(await sent(false), 0);
      });
      const expected = operations[operation].sms.whenOmitted;
      test(
        `left out on ${operation} means ${expected}`,
        async () => {
          assert.equal(await sent(undefined), expected ? 1 : 0);
        },
        'omitted-send-sms',
      );
    }
  });
}
