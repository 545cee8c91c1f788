import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingErrorEvent, FinancingEstimateElement } from '../../../src/index.js';
import { estimateTag, listen, proxy, settled, show } from '../page.js';
import { isSeen } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

describe('<financing-estimate> after a failure', () => {
  const failing = (content: string) =>
    settled(`<financing-estimate amount="wrong">${content}</financing-estimate>`);

  it('takes up no space without a fallback', async () => {
    for (const content of ['', ' ', '<i slot="unavailable">Not this one</i>']) {
      expect(isSeen(await failing(content))).to.equal(false);
    }
  });

  it("takes up space again with a fallback that's added later", async () => {
    const element = await failing('');
    element.append('Ask us');
    await until(() => element.innerText === 'Ask us');
  });

  it('keeps the space if the page asks for it', async () => {
    const element = await settled(
      '<financing-estimate amount="wrong" when-unavailable="keep-space"></financing-estimate>',
    );
    expect(element.offsetHeight).to.equal(48);
  });
});

describe('<financing-estimate> without an estimate', () => {
  describe('keeps its fallback', () => {
    it('until the first estimate', async () => {
      proxy.hold();
      const element = await show<FinancingEstimateElement>(
        '<financing-estimate amount="100"><span>Ask us</span></financing-estimate>',
      );
      await until(() => proxy.calls.length);
      expect(isSeen(element.querySelector('span')!)).to.equal(true);
      proxy.calls[0]!.respond();
      await oneEvent(element, 'financing-estimate');
      expect(isSeen(element.querySelector('span')!)).to.equal(false);
    });

    it('without an amount, and reports nothing', async () => {
      const events = listen('financing-error', 'financing-unavailable');
      const element = await settled('<financing-estimate><span>Ask us</span></financing-estimate>');
      await nextTurn();
      expect(element.status).to.equal('idle');
      expect(isSeen(element.querySelector('span')!)).to.equal(true);
      expect([proxy.calls.length, events.length]).to.deep.equal([0, 0]);
    });

    for (const wrong of ['', '0', '1.299,00']) {
      it(`with the amount "${wrong}", and fires one error`, async () => {
        const errors = listen<FinancingErrorEvent>('financing-error');
        const element = await settled(estimateTag(wrong, '', '<span>Ask us</span>'));
        await until(() => errors.length);
        await nextTurn();
        expect(errors.map(({ code, operation }) => ({ code, operation }))).to.deep.equal([
          { code: 'invalid-amount', operation: 'estimatePayments' },
        ]);
        expect(isSeen(element.querySelector('span')!)).to.equal(true);
        expect(proxy.calls.length).to.equal(0);
      });
    }

    it("after a refusal, and its event has the proxy's code and status", async () => {
      proxy.hold();
      const element = await show('<financing-estimate amount="100">Ask us</financing-estimate>');
      await until(() => proxy.calls.length);
      const problem = { code: 'invalid-request', detail: 'Wrong.', requestId: 'r1' };
      setTimeout(() => proxy.calls[0]!.respond(problem, { status: 400 }));
      const failed = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
      const { code, status, requestId, cause } = failed;
      expect({ code, status, requestId, detail: cause.detail }).to.deep.equal({
        code: 'invalid-request',
        status: 400,
        requestId: 'r1',
        detail: 'Wrong.',
      });
    });

    it('with an invalid endpoint, and requests nothing', async () => {
      const element = await show<FinancingEstimateElement>(
        '<financing-estimate endpoint="//evil.example"><span>Ask us</span></financing-estimate>',
      );
      element.amount = 100;
      const { code } = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
      expect(code).to.equal('invalid-endpoint');
      expect(isSeen(element.querySelector('span')!)).to.equal(true);
      expect(proxy.calls.length).to.equal(0);
    });

    for (const [what, status, body, code] of [
      ['429', 429, '{"code":"rate-limited"}', 'rate-limited'],
      ['a cut answer', 200, '[{"id":', 'invalid-response'],
    ] as const) {
      it(`if the proxy responds with ${what}`, async () => {
        proxy.hold();
        const element = await show<FinancingEstimateElement>(
          '<financing-estimate amount="100"><span>Ask us</span></financing-estimate>',
        );
        const height = element.offsetHeight;
        await until(() => proxy.calls.length);
        setTimeout(() => proxy.calls[0]!.respondWith(new Response(body, { status })));
        const error = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
        expect(error.code).to.equal(code);
        expect(element.status).to.equal('error');
        expect(isSeen(element.querySelector('span')!)).to.equal(true);
        expect(element.offsetHeight).to.equal(height);
        await nextTurn();
        expect(proxy.calls.length).to.equal(1);
      });
    }
  });
});
