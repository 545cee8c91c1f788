/** All code that rounds, adds, or prints an amount agrees on its cents. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingClient, describeEstimate } from '../../src/client/index.js';
import type { EstimateItem } from '../../src/contract/index.js';
import { parsePrice } from '../../src/internal/dollars.js';
import { estimate } from '../../src/sandbox/estimation.js';
import { createTestProxy } from '../support/test-proxy.js';

interface Amount {
  /** The decimal that a caller writes, with three decimals: `1.005`. */
  readonly written: string;
  readonly dollars: number;
  /** The cents of the decimal, half a cent rounded up. */
  readonly cents: number;
}

/** The number of amounts. `npm test` checks fewer. */
const count = process.env['TEST_SCOPE'] === 'all' ? 100_000 : 5_000;

/** Amounts in steps of half a cent. One half are the smallest amounts, and the others spread up to $20,000. */
const amounts = Array.from({ length: count }, (_, index) =>
  amountOf(index < count / 2 ? index + 1 : 10_000 + ((index * 7_919) % 3_990_000)),
);

/** Builds an amount from half cents without arithmetic on fractions. */
function amountOf(halfCents: number): Amount {
  const digits = String(halfCents * 5).padStart(4, '0');
  const written = `${digits.slice(0, -3)}.${digits.slice(-3)}`;
  return { written, dollars: Number(written), cents: (halfCents + (halfCents % 2)) / 2 };
}

/** As many amounts as one request holds. */
const pages = Array.from({ length: count / 500 }, (_, page) =>
  amounts.slice(page * 500, page * 500 + 500),
);

/** Fails with the first wrong amounts and their number, because a list of thousands would be useless. */
function assertCents(centsOf: (amount: Amount, index: number) => number) {
  const wrong = amounts.flatMap((amount, index) => {
    const cents = centsOf(amount, index);
    return cents === amount.cents ? [] : [`${amount.written} became ${cents} cents`];
  });
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} of ${amounts.length} are wrong`);
}

/** Returns the cents of a printed amount, such as 129900 for `$1,299.00`. */
function centsOfText(text = ''): number {
  return Number(text.replace(/[^\d.]/g, '').replace('.', ''));
}

/** Returns the cents of a result in dollars. The result has to be the double that's nearest to them. */
function centsOfResult(dollars: number | undefined): number {
  return Number(`${dollars}e2`);
}

/** Returns the estimate of a loan that twelve of these payments repay at 9.99%. */
function estimateOf(monthlyAmount: number) {
  const amountFinanced = monthlyAmount * 11.374;
  return { id: '', monthlyAmount, amountFinanced, downPayment: 0, apr: 9.99 };
}

/** Returns estimates that finance the requested amounts. */
function echo(items: readonly EstimateItem[]): Response {
  return Response.json(
    items.map(({ id, totalAmount }) => {
      return { ...estimateOf(totalAmount / 12), id, amountFinanced: totalAmount };
    }),
  );
}

describe(`Each of ${count} amounts, including half cents, has the same cents`, () => {
  it('in the estimates of a client', async () => {
    const client = createFinancingClient({
      endpoint: 'https://shop.example/financing',
      fetch: async (request) => echo((await request.json()) as EstimateItem[]),
    });
    const results = await Promise.all(
      amounts.map(({ dollars }) => client.estimate({ amount: dollars })),
    );
    assertCents((_, index) => centsOfResult(results[index]?.amountFinanced));
  });

  it('in the estimates of the proxy', async () => {
    const proxy = createTestProxy({ rateLimit: 1_000_000, cacheTtl: 0 }, ({ body }) =>
      echo(body as EstimateItem[]),
    );
    const results: { amountFinanced: number }[] = [];
    for (const page of pages) {
      const body = page.map(({ dollars }, index) => ({ id: `a${index}`, totalAmount: dollars }));
      const response = await proxy.send('estimatePayments', { body });
      results.push(...(response.body as typeof results));
    }
    assertCents((_, index) => centsOfResult(results[index]?.amountFinanced));
  });

  it('in the line of the proxy', async () => {
    const proxy = createTestProxy({ rateLimit: 1_000_000, cacheTtl: 0 }, ({ body }) =>
      echo(body as EstimateItem[]),
    );
    for (const { written, cents } of amounts.filter((_, index) => index % 199 === 0)) {
      await proxy.fetch(new Request(`https://shop.example/financing/line?amount=${written}`));
      const [item] = proxy.service.calls.at(-1)!.body as EstimateItem[];
      assert.equal(item!.totalAmount, cents / 100, written);
    }
  });

  it('in the elements, which reject only text that may mean thousands', () => {
    assertCents(({ dollars }) => centsOfResult(parsePrice(dollars)));
    assertCents(({ written, cents }) => {
      const isThousands = /^\d{1,3}\./.test(written);
      assert.equal(parsePrice(written), isThousands ? undefined : cents / 100);
      return centsOfResult(parsePrice(`${written}0`));
    });
  });

  it('as a payment in the line, the sentence, and the total of the breakdown', () => {
    const totals: number[] = [];
    assertCents(({ dollars }, index) => {
      const described = describeEstimate(estimateOf(dollars));
      totals[index] = described?.breakdown.at(-1)?.amount ?? NaN;
      assert.ok(described?.sentence.includes(described.parts.amount.replace('/mo', ' ')));
      return centsOfText(described?.parts.amount);
    });
    assertCents((_, index) => centsOfResult(totals[index]) / 12);
  });

  it('as a purchase amount in the breakdown', () => {
    assertCents(({ dollars }) => {
      const described = describeEstimate(estimateOf(100), { amount: dollars });
      const { value, amount } = described!.breakdown[0]!;
      assert.equal(centsOfText(value), centsOfResult(amount));
      return centsOfResult(amount);
    });
  });

  it('in the sandbox, as the sum of the down payment and the loan', () => {
    assertCents(({ dollars, cents }) => {
      const plan = estimate({ id: '', totalAmount: dollars }, 'Car_Dealerships');
      const isFinanced = cents >= 6_000 && cents <= 2_000_000;
      assert.equal(plan.apr >= 0, isFinanced, `${dollars}`);
      return isFinanced
        ? centsOfResult(plan.amountFinanced) + centsOfResult(plan.downPayment)
        : cents;
    });
  });
});
