import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defaultTimeZone,
  EstimateItemSchema,
  EstimateQuerySchema,
  EstimateResultSchema,
  inapplicableFields,
  isInapplicable,
  operations,
} from '../../src/contract/index.js';
import { describeFields } from './describe-fields.js';

describe('EstimateItem', () => {
  describeFields(EstimateItemSchema, { id: 'text', totalAmount: 'number' }, {});
});

describe('the request of the estimation', () => {
  const { request } = operations.estimatePayments;
  const item = { id: 'a', totalAmount: 60 };

  it('is an array of one or more items', () => {
    assert.ok(request.safeParse([item]).success);
    assert.ok(request.safeParse(Array(1000).fill(item)).success);
    assert.ok(!request.safeParse([]).success);
    assert.ok(!request.safeParse(item).success);
  });
});

describe('the query of the estimation', () => {
  const accepts = (query: unknown) => EstimateQuerySchema.safeParse(query).success;

  it('may have all of its parameters, or none', () => {
    assert.ok(accepts({}));
    assert.ok(
      accepts({ timeZone: 'America/New_York', location: 'main-street', representative: '7' }),
    );
  });

  it('has no others', () => {
    assert.ok(!accepts({ timezone: 'America/New_York' }));
  });

  for (const timeZone of [
    'America/Los_Angeles',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'UTC',
  ]) {
    it(`takes the time zone ${timeZone}`, () => {
      assert.ok(accepts({ timeZone }));
    });
  }

  for (const timeZone of [
    '',
    'Mars/Olympus',
    '+05:00',
    'X\r\nY',
    'America/New York',
    'A'.repeat(300),
    5,
  ]) {
    it(`refuses the time zone ${JSON.stringify(timeZone).slice(0, 24)}`, () => {
      assert.ok(!accepts({ timeZone }));
    });
  }

  it('means Los Angeles when it has no time zone', () => {
    assert.equal(defaultTimeZone, 'America/Los_Angeles');
  });
});

describe('EstimateResult', () => {
  const financed = {
    id: 'a',
    monthlyAmount: 114.2,
    amountFinanced: 1299,
    downPayment: 0,
    apr: 9.99,
    downPaymentPercent: 0,
  };
  const inapplicable = { id: 'a', monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  const accepts = (result: unknown) => EstimateResultSchema.safeParse(result).success;
  const fourFields = ['monthlyAmount', 'amountFinanced', 'downPayment', 'apr'] as const;

  it('is -1 in four fields, of which downPaymentPercent is none', () => {
    assert.deepEqual(inapplicableFields, fourFields);
  });

  it('is valid when it is financed, at 0 % too', () => {
    assert.ok(accepts(financed));
    assert.ok(accepts({ ...financed, apr: 0 }));
  });

  it('is valid when all four are -1, whatever the percentage', () => {
    assert.ok(accepts(inapplicable));
    assert.ok(accepts({ ...inapplicable, downPaymentPercent: -1 }));
    assert.ok(accepts({ ...inapplicable, downPaymentPercent: 10 }));
  });

  it('needs no downPaymentPercent', () => {
    const { downPaymentPercent: _, ...rest } = financed;
    assert.ok(accepts(rest));
  });

  it('is inapplicable when all four are -1, and only then', () => {
    assert.equal(isInapplicable(inapplicable), true);
    assert.equal(isInapplicable(financed), false);
    for (const field of fourFields)
      assert.equal(isInapplicable({ ...inapplicable, [field]: 0 }), false);
  });

  it('may carry fields that the contract does not list', () => {
    assert.ok(accepts({ ...financed, termMonths: 12 }));
  });

  for (const field of fourFields) {
    it(`is invalid when only ${field} is -1, or all but it`, () => {
      assert.ok(!accepts({ ...financed, [field]: -1 }));
      assert.ok(!accepts({ ...inapplicable, [field]: financed[field] }));
    });

    for (const value of [1e308, null, '12.5', -2, -0.5, undefined, NaN, Infinity]) {
      it(`is invalid when ${field} is ${typeof value === 'string' ? 'text' : value}`, () => {
        assert.ok(!accepts({ ...financed, [field]: value }));
      });
    }
  }

  it('is valid when nothing is borrowed, and so nothing is due monthly', () => {
    const paidAtOnce = { ...financed, monthlyAmount: 0, amountFinanced: 0, downPayment: 1299 };
    assert.ok(accepts(paidAtOnce));
    assert.equal(isInapplicable(paidAtOnce), false);
  });

  it('is invalid when a financed amount costs nothing a month', () => {
    assert.ok(!accepts({ ...financed, monthlyAmount: 0 }));
  });

  for (const id of [undefined, 1, null]) {
    it(`is invalid when its id is ${id}`, () => {
      assert.ok(!accepts({ ...financed, id }));
    });
  }
});
