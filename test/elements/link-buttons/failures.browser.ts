import { expect, oneEvent } from '@open-wc/testing';
import { configure, type FinancingErrorEvent } from '../../../src/index.js';
import { type Call, link } from '../../client/fake-proxy.js';
import { clicked, type LinkButton, nextCall, proxy, show, useLinkWindows } from '../page.js';
import { messageOf } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const prequal = '<prequal-button location="main-street"></prequal-button>';

describe('a link button after a failure', () => {
  const windows = useLinkWindows();

  /** Clicks a button, responds to its call with `answer`, and returns the button and the event of the failure. */
  async function failed(answer: (call: Call) => void, markup = prequal) {
    const { element, call } = await clicked(markup);
    setTimeout(() => answer(call));
    const error = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
    await element.updateComplete;
    return { element, error };
  }

  for (const [status, body, code] of [
    [502, '{"code":"service-error"}', 'service-error'],
    [200, '<h1>Log in</h1>', 'invalid-response'],
    [200, '{"url":"javascript:alert(1)"}', 'invalid-response'],
  ] as const) {
    it(`reports ${code} for ${status} ${body}, and opens nothing`, async () => {
      const { error } = await failed((call) => call.respondWith(new Response(body, { status })));
      expect([error.code, error.operation]).to.deep.equal([code, 'createPrequalLink']);
      const [{ closed, visited }] = windows.opened as [(typeof windows.opened)[number]];
      expect({ closed, visited }).to.deep.equal({ closed: true, visited: [] });
    });
  }

  for (const [code, english, spanish] of [
    [
      'service-timeout',
      'Something went wrong. Please try again.',
      'Algo salió mal. Inténtelo de nuevo.',
    ],
    [
      'sms-limit',
      'Too many attempts. Please try again later.',
      'Demasiados intentos. Inténtelo más tarde.',
    ],
    [
      'a-code-of-tomorrow',
      'Financing is not available here.',
      'El financiamiento no está disponible aquí.',
    ],
  ] as const) {
    it(`says in both languages what ${code} means to a shopper`, async () => {
      const { element } = await failed((call) => call.respond({ code }, { status: 500 }));
      expect(messageOf(element)).to.equal(english);
      element.lang = 'es';
      element.requestUpdate();
      await element.updateComplete;
      expect(messageOf(element)).to.equal(spanish);
    });
  }

  it("shows the page's own message, if there is one", async () => {
    configure({ text: { eo: { refused: 'Ne.' } } });
    const { element } = await failed(
      (call) => call.respond({ code: 'service-refused' }, { status: 422 }),
      prequal.replace('></', ' lang="eo"></'),
    );
    expect(messageOf(element)).to.equal('Ne.');
  });

  it('works on the next click', async () => {
    const { element } = await failed((call) => call.fail());
    element.click();
    (await nextCall(2)).respond();
    await until(() => windows.opened[1]!.visited.length);
    expect(windows.opened[1]!.visited[0]!.href).to.equal(link);
  });

  for (const [code, tag, attributes] of [
    ['missing-location', 'prequal-button', ''],
    ['missing-location', 'pay-over-time-button', 'amount="100" transaction-id="t"'],
    ['missing-transaction-id', 'pay-over-time-button', 'amount="100" location="a"'],
    ['invalid-amount', 'pay-over-time-button', 'transaction-id="t" location="a"'],
    ['invalid-amount', 'pay-over-time-button', 'amount="x" transaction-id="t" location="a"'],
    ['invalid-endpoint', 'prequal-button', 'location="a" endpoint="//evil.example"'],
  ] as const) {
    it(`reports ${code} for <${tag} ${attributes}>, and requests nothing`, async () => {
      const element = await show<LinkButton>(`<${tag} ${attributes}></${tag}>`);
      setTimeout(() => element.click());
      const error = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
      expect(error.code).to.equal(code);
      expect(proxy.calls.filter(({ url }) => /link/.test(url.pathname)).length).to.equal(0);
      expect(windows.opened.every((opened) => opened.closed)).to.equal(true);
    });
  }
});
