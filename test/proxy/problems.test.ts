import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import { describe, it } from 'node:test';
import {
  ProblemError,
  problemResponse,
  invalidRequest,
  problemCodes,
  problemRow,
  toPath,
  toProblem,
} from '../../src/proxy/problems.js';
import { proxySettings } from '../../src/proxy/proxy-settings.js';
import { ServiceResponseError } from '../../src/service/index.js';
import { createTestProxy } from '../support/test-proxy.js';

async function typeOfProblem(errorPages?: string): Promise<unknown> {
  const { send } = createTestProxy({ errorPages });
  const { body } = await send('estimatePayments', { raw: '{' });
  return (body as { type: unknown }).type;
}

describe('The type of a problem', () => {
  it('is about:blank without errorPages', async () => {
    assert.equal(await typeOfProblem(), 'about:blank');
  });

  for (const [errorPages, expected] of [
    ['https://docs.example/errors', 'https://docs.example/errors#invalid-json'],
    ['https://docs.example', 'https://docs.example/#invalid-json'],
    ['http://localhost:5173/errors.html', 'http://localhost:5173/errors.html#invalid-json'],
  ] as const) {
    it(`links to the section of the code with errorPages: '${errorPages}'`, async () => {
      assert.equal(await typeOfProblem(errorPages), expected);
    });
  }
});

describe('A problem code', () => {
  for (const code of problemCodes) {
    const row = problemRow(code);

    it(`has a detail, and the title of its status: ${code}`, () => {
      const { body } = problemResponse(new ProblemError(code), 'request-1', undefined);
      const { title, detail, ...rest } = JSON.parse(String(body)) as Record<string, unknown>;
      assert.equal(title, titleOf(row.status));
      assert.match(String(detail), /^[A-Z][^]*\w\.$/);
      assert.deepEqual(rest, {
        type: 'about:blank',
        status: row.status,
        code,
        requestId: 'request-1',
      });
    });
  }

  it('names an existing option, if any', () => {
    for (const { option } of problemCodes.map(problemRow)) {
      assert.ok(option === undefined || Object.hasOwn(proxySettings, option), option);
    }
  });

  it('can mean that a text message was sent if the response is wrong or missing', () => {
    assert.deepEqual(
      problemCodes.filter((code) => problemRow(code).mayHaveTexted),
      ['service-error', 'invalid-service-response', 'outcome-unknown'],
    );
  });
});

describe('problemResponse()', () => {
  it('returns the headers and Retry-After of the problem, with its own media type', () => {
    const extras = {
      status: 404,
      retryAfterSeconds: 0,
      headers: { connection: 'close', 'content-type': 'text/html' },
    };
    const { status, headers } = problemResponse(new ProblemError('rate-limited', extras), '', '');
    assert.equal(status, 404);
    assert.deepEqual(headers, {
      connection: 'close',
      'retry-after': '0',
      'content-type': 'application/problem+json',
    });
  });

  it('returns the wrong fields, and no other headers', () => {
    const errors = [{ path: 'amount', message: 'Invalid input' }];
    const { status, headers, body } = problemResponse(invalidRequest(errors), '', '');
    assert.equal(status, 400);
    assert.deepEqual((JSON.parse(String(body)) as { errors: unknown }).errors, errors);
    assert.deepEqual(headers, { 'content-type': 'application/problem+json' });
  });

  it('returns a title for an unknown status', () => {
    const { body } = problemResponse(new ProblemError('rate-limited', { status: 418 }), '', '');
    assert.equal((JSON.parse(String(body)) as { title: string }).title, 'Error');
  });
});

describe('toPath()', () => {
  for (const [path, expected] of [
    [[], ''],
    [[0, 'totalAmount'], '[0].totalAmount'],
    [['businessAddress', 'state'], 'businessAddress.state'],
    [['a', 'two words', '$b-c'], 'a["two words"].$b-c'],
    [['.'], '["."]'],
    [['a '], '["a "]'],
    [[' a'], '[" a"]'],
    [['x'.repeat(65)], 'x'.repeat(64)],
  ] as const) {
    it(`formats ${JSON.stringify(path)}`, () => {
      assert.equal(toPath(path), expected);
    });
  }
});

describe("toProblem() of an error that isn't from the service", () => {
  const error = new TypeError('boom');

  it('is a failure with its own detail, and keeps the cause', () => {
    const { code, status, detail, cause } = toProblem(error);
    assert.deepEqual([code, status], ['service-error', 502]);
    assert.equal(detail, 'The request could not be carried out.');
    assert.equal(cause, error);
  });

  it('returns a problem unchanged', () => {
    const problem = new ProblemError('not-found');
    assert.equal(toProblem(problem), problem);
    assert.equal(problem.name, 'ProblemError');
  });
});

describe('toProblem() of a response with conditions', () => {
  const response = { contractMessage: undefined, states: [], retryAfterSeconds: undefined };
  const problemOf = (status: number, conditions: readonly string[]) =>
    toProblem(
      new ServiceResponseError('createPrequalLink', {
        ...response,
        status,
        conditions,
        sandboxReason: undefined,
      }),
    );

  for (const [conditions, code, detail] of [
    [[], 'service-error', 'The service failed.'],
    [['applicationMissing', 'applicationDisabled'], 'application-unavailable'],
    [['applicationMissing', 'invalidEmail'], 'service-refused', 'The service refused the request.'],
  ] as const) {
    it(`is ${code} for ${conditions.join(' or ') || 'no condition'}`, () => {
      const problem = problemOf(422, conditions);
      assert.equal(problem.code, code);
      assert.equal(problem.status, problemRow(code).status);
      assert.equal(problem.detail, detail ?? problemRow(code).detail);
      assert.deepEqual(problem.extras.service, { status: 422 });
      assert.equal(problem.extras.retryAfterSeconds, undefined);
    });
  }
});

/** Returns Node's title, except for the two that RFC 9110 renamed. */
function titleOf(status: number): string | undefined {
  return { 413: 'Content Too Large', 422: 'Unprocessable Content' }[status] ?? STATUS_CODES[status];
}
