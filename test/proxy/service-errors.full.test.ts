import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import { describe, it } from 'node:test';
import {
  operationNames,
  operations,
  type DeclaredError,
  type OperationName,
} from '../../src/contract/index.js';
import { assertAbsent } from '../support/assertions.js';
import { assertProblem, createTestProxy } from '../support/test-proxy.js';

type Condition = {
  [Name in OperationName]: keyof (typeof operations)[Name]['errors'];
}[OperationName];

/** The status and code of each condition. They're written out here to check the table in the source. */
const expected: Record<Condition, readonly [status: number | 'declared', code: string]> = {
  badCredentials: [502, 'bad-credentials'],
  allianceNotAllowed: [502, 'bad-credentials'],
  unauthorized: [502, 'bad-credentials'],
  badRequest: [400, 'invalid-request'],
  locationRequired: [422, 'location-not-found'],
  locationNotFound: ['declared', 'location-not-found'],
  verticalNotFound: [422, 'location-not-found'],
  locationExists: [409, 'location-exists'],
  invalidPhoneNumber: [422, 'invalid-phone-number'],
  invalidEmail: [422, 'invalid-email'],
  applicationMissing: [422, 'application-unavailable'],
  applicationDisabled: [422, 'application-unavailable'],
  // Both conditions have the same message. Only a list of states tells them apart.
  verticalNotSupported: [422, 'service-refused'],
  stateNotSupported: [422, 'state-not-supported'],
  serverError: [502, 'service-error'],
};

/** Each final status that has a name, and the last one of each class. */
const statuses = [...Object.keys(STATUS_CODES).map(Number), 299, 399, 418, 499, 599].filter(
  (status) => status >= 200,
);

const longTimeouts = { timeout: 60_000, linkTimeout: 60_000 };

function bodyOf({ message, listsStates }: DeclaredError): unknown {
  return { code: 'x', message: listsStates ? `${message}: State not supported: PR, GU` : message };
}

for (const operation of operationNames) {
  const errors = Object.entries<DeclaredError>(operations[operation].errors) as [
    Condition,
    DeclaredError,
  ][];

  describe(`A declared error of ${operation}`, { concurrency: true }, () => {
    for (const [condition, declared] of errors) {
      const [given, code] = expected[condition];
      const status = given === 'declared' ? declared.status : given;
      const sameStatus = errors.filter(([, other]) => other.status === declared.status);
      const isClear = sameStatus.every(([other]) => expected[other][1] === code);
      const codeWithoutMessage = isClear ? code : 'service-refused';

      it(`is ${status} ${code} for ${condition}`, async () => {
        const { send } = createTestProxy({}, () =>
          Response.json(bodyOf(declared), { status: declared.status }),
        );
        const problem = assertProblem(await send(operation), status, code);
        assert.deepEqual(problem.service, {
          status: declared.status,
          message: declared.message,
          ...(declared.listsStates && { states: ['PR', 'GU'] }),
        });
      });

      it(`is ${codeWithoutMessage} for ${condition} without a message of the contract`, async () => {
        const isLogin = declared.status === 401;
        for (const body of ['', '<h1>upstream</h1>', '{"message":"upstream words at 10.1.2.3"}']) {
          const { send } = createTestProxy(
            {},
            () => new Response(body, { status: declared.status }),
          );
          const response = await send(operation);
          // Any other body is from a gateway.
          const failure = body === '' || isLogin ? codeWithoutMessage : 'service-error';
          const { service } = assertProblem(
            response,
            failure === 'service-error' ? 502 : status,
            failure,
          );
          assert.deepEqual(service, { status: declared.status });
          assertAbsent(response.text, 'upstream', '10.1.2.3');
        }
      });
    }
  });

  const declaredStatuses = new Set(errors.map(([, { status }]) => status));
  const expectedOf = (status: number): [number, string] => {
    if (status < 300) return [502, 'invalid-service-response'];
    if (status === 401 || status === 403) return [502, 'bad-credentials'];
    if (status === 429 || status === 503) return [503, 'service-busy'];
    return [502, 'service-error'];
  };

  it(`An undeclared status of ${operation} is 502 or 503, without the body`, async () => {
    const others = statuses.filter((status) => !declaredStatuses.has(status));
    await Promise.all(
      others.map(async (status) => {
        const empty = [204, 205, 304].includes(status);
        const body = empty ? null : 'Invalid phone number: upstream words';
        const { send, service } = createTestProxy(
          longTimeouts,
          () => new Response(body, { status }),
        );
        const response = await send(operation);
        assertProblem(response, ...expectedOf(status));
        assertAbsent(response.text, 'upstream', 'phone');
        assert.ok(service.calls.length <= (operations[operation].retryable ? 2 : 1), `${status}`);
      }),
    );
  });
}
