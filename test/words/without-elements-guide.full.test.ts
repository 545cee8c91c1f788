/** Runs the samples of the guide to estimates without elements on the sandbox. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { serve, type RunningServer } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createFinancingService } from '../../src/service/index.js';
import { built } from '../runner/fresh-build.js';

const guide = ['without-elements', 'agents-and-feeds']
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n');

type Sample = Record<string, (...args: unknown[]) => unknown>;

describe('The samples without elements', () => {
  const options = {
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-multi-key',
    svcSecret: 'sandbox-multi-secret',
    fetch: createSandbox().fetch,
  };
  const service = createFinancingService(options);
  let server: RunningServer;
  let proxy: string;
  before(async () => {
    server = await serve(createFinancingProxy(options), { host: '127.0.0.1', port: 0 });
    proxy = `${server.url}/financing`;
  });
  after(() => server.close());

  /** Returns the sample that starts with this file name. */
  async function load(file: string): Promise<Sample> {
    const [, code] = new RegExp(`\`\`\`js\n// ${file}\n(.*?)\`\`\``, 's').exec(guide) ?? [];
    assert.ok(code, `the guide has no ${file}`);
    const client = pathToFileURL(built('client/index.js')).href;
    const module = code.replace('financing-elements/client', client);
    return (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as Sample;
  }

  it('get the response below the shell command', async () => {
    const [, url = '', line] = /curl '([^']*)'\n# (.*)\n/.exec(guide) ?? [];
    const { pathname, search } = new URL(url);
    const response = await fetch(new URL(pathname + search, server.url));
    assert.equal(await response.text(), line);
  });

  it('write an order email', async () => {
    const { financingLine } = await load('order-email.js');
    assert.equal(
      await financingLine!(proxy, { total: '1299.00', lang: 'es' }),
      '<span lang="es">Estimado <strong>$114.20/mes</strong> por 12 meses · 9.99% APR · $0 de pago inicial · Total de los 12 pagos: $1,370.40</span>',
    );
    assert.equal(await financingLine!(proxy, { total: '5.00', lang: 'en' }), '');
  });

  it('write a quote', async () => {
    const { quoteLines } = await load('quote.js');
    const items = [1299, 5].map((totalAmount) => ({ id: `${totalAmount}`, totalAmount }));
    const [sofa, lamp] = await service.estimatePayments(items, { location: 'main-street' });
    const lines = quoteLines!(sofa, 1299, 'en') as string[];
    assert.deepEqual(lines.slice(0, 5), [
      'Estimated $114.20/mo for 12 months · 9.99% APR · $0 down · Total of 12 payments: $1,370.40',
      'Purchase amount: $1,299.00',
      'Amount financed: $1,299.00',
      'Cost of financing: $71.40',
      'Total of 12 payments: $1,370.40',
    ]);
    assert.match(lines.at(-1)!, /^Estimate only\./);
    assert.deepEqual(quoteLines!(lamp, 5, 'en'), []);
  });

  it("write a vehicle feed in Google's columns, without vehicles that can't be financed", async () => {
    const { feedRows } = await load('vehicle-feed.js');
    const vehicles = [
      { vin: 'a', price: 1_299 },
      { vin: 'b', price: 5 },
    ];
    assert.deepEqual(await feedRows!(service, vehicles), [
      {
        vin: 'a',
        'installment(months:amount:downpayment:credit_type:total_amount:apr)':
          '12:115.12 USD:118.09 USD:finance:1381.44 USD:29.99',
      },
    ]);
  });

  it('write a payment term whose schedules add up to the total, with its disclosure', async () => {
    const { paymentTerm } = await load('payment-term.js');
    const items = [1299, 5].map((totalAmount) => ({ id: `${totalAmount}`, totalAmount }));
    const [sofa, lamp] = await service.estimatePayments(items, { location: 'main-street' });
    const { term, message } = paymentTerm!(sofa, 1) as {
      term: { schedules: { totals: { amount: number }[] }[] };
      message: { content: string; path: string };
    };
    assert.equal(term.schedules.length, 13); // the first is due today
    const amounts = term.schedules.map(({ totals }) => totals[0]!.amount);
    assert.equal(
      amounts.reduce((sum, amount) => sum + amount),
      137_040,
    );
    assert.equal(message.path, '$.payment.available_terms[1]');
    assert.match(message.content, /\$114\.20 a month for 12 months at 9\.99% APR, with \$0 down/);
    assert.equal(paymentTerm!(lamp, 1), undefined);
  });
});
