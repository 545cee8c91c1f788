import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEstimate } from '../../src/client/index.js';
import { inapplicable } from '../support/samples.js';

/** $1,299 for 12 months at 9.99%. */
const sofa = { id: '', monthlyAmount: 114.2, amountFinanced: 1299, downPayment: 0, apr: 9.99 };
/** $1,480 in 12 payments at 0%, which are four cents short, and $120 today. */
const free = { id: '', monthlyAmount: 123.33, amountFinanced: 1480, downPayment: 120, apr: 0 };
/** No whole number of payments repays it. */
const odd = { ...sofa, apr: 0, amountFinanced: 250, monthlyAmount: 100 };

describe('describeEstimate()', () => {
  it('returns the line as text, as HTML, as a sentence, and in parts', () => {
    const { breakdown, ...line } = describeEstimate(sofa)!;
    assert.deepEqual(line, {
      text: 'Estimated $114.20/mo for 12 months · 9.99% APR · $0 down',
      html: '<span lang="en">Estimated <strong>$114.20/mo</strong> for 12 months · 9.99% APR · $0 down</span>',
      sentence: 'Estimated payment: $114.20 a month for 12 months at 9.99% APR, with $0 down.',
      parts: {
        payment: 'Estimated $114.20/mo',
        amount: '$114.20/mo',
        term: 'for 12 months',
        apr: '9.99% APR',
        downPayment: '$0 down',
        months: 12,
      },
      disclosure:
        "Estimate only. APR means annual percentage rate. Your rate, payment and down payment may differ and depend on the lender's approval.",
    });
  });

  it('breaks the amount down', () => {
    assert.deepEqual(describeEstimate(sofa)?.breakdown, [
      { name: 'Purchase amount', value: '$1,299.00', amount: 1299 },
      { name: 'Amount financed', value: '$1,299.00', amount: 1299 },
      { name: 'Cost of financing', value: '$71.40', amount: 71.4 },
      { name: 'Total of 12 payments', value: '$1,370.40', amount: 1370.4 },
    ]);
  });

  it('uses the singular for a single month and payment', () => {
    const once = { ...sofa, monthlyAmount: 1299, apr: 0 };
    for (const [lang, term, total] of [
      ['en', 'for 1 month', 'Total of 1 payment'],
      ['es', 'por 1 mes', 'Total de 1 pago'],
    ] as const) {
      const line = describeEstimate(once, { lang })!;
      assert.equal(line.parts.term, term);
      assert.ok(line.sentence.includes(term));
      assert.equal(line.breakdown.at(-1)?.name, total);
    }
  });

  it('reads an estimate whose fields are getters of a class', () => {
    class Quote {
      readonly id = '';
      get monthlyAmount() {
        return sofa.monthlyAmount;
      }
      get amountFinanced() {
        return sofa.amountFinanced;
      }
      get downPayment() {
        return sofa.downPayment;
      }
      get apr() {
        return sofa.apr;
      }
    }
    assert.deepEqual(describeEstimate(new Quote()), describeEstimate(sofa));
  });

  it('writes Spanish for any Spanish region', () => {
    for (const lang of ['es', 'es-US', 'ES-mx', 'es_MX']) {
      const line = describeEstimate(sofa, { lang });
      const terms = 'por 12 meses · 9.99% APR · $0 de pago inicial';
      assert.equal(line?.text, `Estimado $114.20/mes ${terms}`);
      assert.equal(
        line.html,
        `<span lang="es">Estimado <strong>$114.20/mes</strong> ${terms}</span>`,
      );
      assert.equal(line.breakdown[0]?.name, 'Monto de la compra');
      assert.match(line.disclosure, /^Es solo un estimado/);
    }
  });

  it('writes English for an unknown language', () => {
    for (const lang of ['', 'fr', 'constructor', '<b>'])
      assert.deepEqual(describeEstimate(sofa, { lang }), describeEstimate(sofa));
  });

  it('prints 0%, and sums that add up', () => {
    const line = describeEstimate(free)!;
    assert.equal(line.text, 'Estimated $123.33/mo for 12 months · 0% APR · $120 down');
    assert.deepEqual(
      line.breakdown.map(({ name, amount }) => [name, amount]),
      [
        ['Purchase amount', 1600],
        ['Down payment due today', 120],
        ['Amount financed', 1480],
        ['Cost of financing', 0],
        ['Total of 12 payments', 1480],
        ['Total with down payment', 1600],
      ],
    );
    assert.match(line.disclosure, / The last payment may differ\.$/);
  });

  it('costs nothing at 0% even if the rounded payments add a few cents', () => {
    const roundedUp = { id: '', monthlyAmount: 66.67, amountFinanced: 200, downPayment: 0, apr: 0 };
    const { breakdown, disclosure } = describeEstimate(roundedUp)!;
    assert.deepEqual(breakdown.slice(2), [
      { name: 'Cost of financing', value: '$0.00', amount: 0 },
      { name: 'Total of 3 payments', value: '$200.00', amount: 200 },
    ]);
    assert.match(disclosure, / The last payment may differ\.$/);
  });

  it('has no totals if the payments of `termMonths` don’t repay the loan', () => {
    const quote = { id: '', monthlyAmount: 100, amountFinanced: 1965, downPayment: 0, apr: 14.5 };
    const { breakdown, disclosure } = describeEstimate(quote, { termMonths: 12 })!;
    assert.deepEqual(
      breakdown.map(({ name }) => name),
      ['Purchase amount', 'Amount financed'],
    );
    assert.doesNotMatch(disclosure, /last payment/);
    const complete = describeEstimate(quote, { termMonths: 24 })!;
    assert.equal(complete.breakdown.at(-1)?.value, '$2,400.00');
  });

  it('adds up the payments as shown if the service doesn’t round them', () => {
    const raw = {
      id: '',
      monthlyAmount: 12.2478,
      amountFinanced: 649.1,
      downPayment: 0,
      apr: 4.995,
    };
    const { parts, breakdown } = describeEstimate(raw)!;
    assert.equal(parts.amount, '$12.25/mo');
    assert.deepEqual(breakdown.at(-1), {
      name: 'Total of 60 payments',
      value: '$735.00',
      amount: 735,
    });
  });

  it('counts payments at 0% as a cost if they exceed the loan by more than rounding', () => {
    const withFee = { id: '', monthlyAmount: 34, amountFinanced: 100, downPayment: 0, apr: 0 };
    assert.deepEqual(describeEstimate(withFee)!.breakdown[2], {
      name: 'Cost of financing',
      value: '$2.00',
      amount: 2,
    });
  });

  it('omits an unknown term and what depends on it', () => {
    const line = describeEstimate(odd)!;
    assert.equal(line.text, 'Estimated $100.00/mo · 0% APR · $0 down');
    assert.deepEqual([line.parts.term, line.parts.months], ['', undefined]);
    assert.deepEqual(
      line.breakdown.map(({ name }) => name),
      ['Purchase amount', 'Amount financed'],
    );
  });

  it('uses the caller’s term if the estimate implies none', () => {
    const options = { termMonths: 3 };
    assert.equal(describeEstimate(odd, options)?.parts.months, 3);
    assert.equal(describeEstimate(sofa, options)?.parts.months, 12);
  });

  it('reads an APR as a fraction if the caller says so', () => {
    const line = describeEstimate({ ...sofa, apr: 0.0999 }, { aprUnit: 'fraction' });
    assert.equal(line?.text, describeEstimate(sofa)?.text);
  });

  it('says that the amount is the lowest of several prices if the caller says so', () => {
    const line = describeEstimate(sofa, { qualifier: 'from' });
    const plain = describeEstimate(sofa)!;
    assert.equal(line?.text, plain.text.replace('Estimated', 'From'));
    assert.match(line?.sentence ?? '', /^Estimated payments from /);
  });

  it('uses the caller’s purchase amount', () => {
    const [first] = describeEstimate(sofa, { amount: 1319.95 })!.breakdown;
    assert.deepEqual(first, { name: 'Purchase amount', value: '$1,319.95', amount: 1319.95 });
  });

  it('returns nothing for an amount that can’t be financed, or for invalid numbers', () => {
    const wrong = [
      inapplicable('sofa'),
      { ...sofa, monthlyAmount: 1 }, // less than the interest
      { ...sofa, apr: -1 },
      { ...sofa, apr: NaN },
      { ...sofa, downPayment: '0' as unknown as number },
      {} as typeof sofa,
    ];
    for (const estimate of wrong) assert.equal(describeEstimate(estimate), undefined);
  });

  it('uses custom texts and their language', () => {
    const text = {
      payment: 'Estimé {payment}/mois',
      term: 'pour {months} mois',
      downPayment: undefined,
    };
    const terms = 'pour 12 mois · 9.99% APR · $0 down';
    assert.equal(
      describeEstimate(sofa, { lang: 'fr-CA', text })?.html,
      `<span lang="fr">Estimé <strong>$114.20/mois</strong> ${terms}</span>`,
    );
    assert.deepEqual(describeEstimate(sofa, { text: {} }), describeEstimate(sofa));
  });

  it('uses custom texts with a language named like a property of Object.prototype', () => {
    for (const lang of ['constructor', '__proto__']) {
      const line = describeEstimate(sofa, { lang, text: { apr: '{apr} TAE' } });
      assert.equal(line?.text, 'Estimated $114.20/mo for 12 months · 9.99% TAE · $0 down');
    }
  });

  it('escapes every text in HTML, and none in plain text', () => {
    const text = {
      payment: `<i>A & "B"</i> '{payment}'<br>`,
      term: '<a>{months}</a>',
      apr: '{apr} <b>APR</b>',
      downPayment: '{downPayment} <i>down</i>',
    };
    const line = describeEstimate(sofa, { lang: '"><script>', text })!;
    assert.equal(
      line.text,
      `<i>A & "B"</i> '$114.20'<br> <a>12</a> · 9.99% <b>APR</b> · $0 <i>down</i>`,
    );
    assert.equal(
      line.html,
      '<span lang="&quot;&gt;&lt;script&gt;">&lt;i&gt;A &amp; &quot;B&quot;&lt;/i&gt; ' +
        '<strong>&#39;$114.20&#39;&lt;br&gt;</strong> &lt;a&gt;12&lt;/a&gt; · 9.99% &lt;b&gt;APR&lt;/b&gt; · ' +
        '$0 &lt;i&gt;down&lt;/i&gt;</span>',
    );
  });
});
