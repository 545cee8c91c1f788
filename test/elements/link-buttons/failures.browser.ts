import { expect, oneEvent } from '@open-wc/testing';
import {
  configure,
  type FinancingErrorEvent,
  type PayOverTimeButtonElement,
  type PrequalButtonElement,
} from '../../../src/index.js';
import { link } from '../../client/fake-proxy.js';
import { createPage, part, readable, show, useLinkWindows } from '../page.js';
import { until } from '../../support/until.js';

const prequal = '<prequal-button location="main-street"></prequal-button>';

describe('a link button after a failure', () => {
  const windows = useLinkWindows();

  /** Clicks, responds to the call with `answer`, and returns the event of the failure. */
  async function click(
    element: PrequalButtonElement,
    proxy: ReturnType<typeof createPage>,
    answer: (call: (typeof proxy.calls)[number]) => void,
  ): Promise<FinancingErrorEvent> {
    const before = proxy.calls.length;
    element.click();
    await until(() => proxy.calls.length > before);
    setTimeout(() => answer(proxy.calls.at(-1)!));
    return oneEvent(element, 'financing-error');
  }

  for (const [status, body, code] of [
    [502, '{"code":"service-error"}', 'service-error'],
    [200, '<h1>Log in</h1>', 'invalid-response'],
    [200, '{"url":"javascript:alert(1)"}', 'invalid-response'],
  ] as const) {
    it(`reports ${code} for ${status} ${body}, and opens nothing`, async () => {
      const proxy = createPage({ isHeld: true });
      const element = await show<PrequalButtonElement>(prequal);
      const error = await click(element, proxy, (call) => {
        call.respondWith(new Response(body, { status }));
      });
      expect(error.code).to.equal(code);
      expect(error.operation).to.equal('createPrequalLink');
      expect(windows.opened[0]!.closed).to.equal(true);
      expect(windows.opened[0]!.visited).to.deep.equal([]);
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
      const proxy = createPage({ isHeld: true });
      const element = await show<PrequalButtonElement>(prequal);
      await click(element, proxy, (call) => call.respond({ code }, { status: 500 }));
      await element.updateComplete;
      expect(readable(part(element, 'message')!.innerText)).to.equal(english);
      element.lang = 'es';
      element.requestUpdate();
      await element.updateComplete;
      expect(readable(part(element, 'message')!.innerText)).to.equal(spanish);
    });
  }

  it("shows the page's own message, if there is one", async () => {
    const proxy = createPage({ isHeld: true });
    configure({ text: { eo: { refused: 'Ne.' } } });
    const element = await show<PrequalButtonElement>(prequal.replace('></', ' lang="eo"></'));
    await click(element, proxy, (call) => {
      call.respond({ code: 'service-refused' }, { status: 422 });
    });
    await element.updateComplete;
    expect(readable(part(element, 'message')!.innerText)).to.equal('Ne.');
  });

  it('works on the next click', async () => {
    const proxy = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(prequal);
    await click(element, proxy, (call) => call.fail());
    element.click();
    await until(() => proxy.calls.length === 2);
    proxy.calls[1]!.respond();
    await until(() => windows.opened[1]!.visited.length);
    expect(windows.opened[1]!.visited[0]!.href).to.equal(link);
  });

  for (const [markup, code] of [
    ['<prequal-button></prequal-button>', 'missing-location'],
    [
      '<pay-over-time-button amount="100" transaction-id="t"></pay-over-time-button>',
      'missing-location',
    ],
    [
      '<pay-over-time-button amount="100" location="a"></pay-over-time-button>',
      'missing-transaction-id',
    ],
    [
      '<pay-over-time-button transaction-id="t" location="a"></pay-over-time-button>',
      'invalid-amount',
    ],
    [
      '<pay-over-time-button amount="x" transaction-id="t" location="a"></pay-over-time-button>',
      'invalid-amount',
    ],
    [
      '<prequal-button location="a" endpoint="//evil.example"></prequal-button>',
      'invalid-endpoint',
    ],
  ] as const) {
    it(`reports ${code} for ${markup}, and requests nothing`, async () => {
      const proxy = createPage();
      const element = await show<PayOverTimeButtonElement>(markup);
      setTimeout(() => element.click());
      const error = await oneEvent<FinancingErrorEvent>(element, 'financing-error');
      expect(error.code).to.equal(code);
      expect(proxy.calls.filter(({ url }) => /link/.test(url.pathname)).length).to.equal(0);
      expect(windows.opened.every((opened) => opened.closed)).to.equal(true);
    });
  }
});
