import { expect } from '@open-wc/testing';
import {
  configure,
  type FinancingErrorEvent,
  type PrequalButtonElement,
} from '../../../src/index.js';
import { clicked, listen, nextCall, proxy, showButton, showLink, useLinkWindows } from '../page.js';
import { buttonOf, part } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

const markup = '<prequal-button location="main-street" referral="r1"></prequal-button>';

describe('a link button on a page that changes around it', () => {
  const windows = useLinkWindows();

  let errors: FinancingErrorEvent[];
  beforeEach(() => (errors = listen('financing-error')));

  /** Clicks again, and expects the key of the first click. */
  async function expectSameKey(element: PrequalButtonElement): Promise<void> {
    element.click();
    await nextCall(2);
    const [one, other] = proxy.calls.map((call) => call.headers.get('idempotency-key'));
    expect(one).to.equal(other);
  }

  it('is ready again with the same key when the page returns from the back/forward cache', async () => {
    const { element } = await clicked(markup);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => !element.matches(':state(busy)'));
    expect(errors.map(({ code }) => code)).to.deep.equal(['network']);
    expect(windows.opened[0]!.closed).to.equal(true);
    expect(proxy.calls.length).to.equal(1);
    await expectSameKey(element);
  });

  it('sends the same key after configure() got the same function again', async () => {
    const { element, call } = await clicked(markup);
    call.fail();
    await until(() => errors.length);
    configure({ fetch: proxy.fetch });
    await expectSameKey(element);
  });

  it('continues when the page is shown for the first time', async () => {
    const { element, call } = await clicked(markup);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    call.respond();
    await until(() => windows.opened[0]!.visited.length);
    expect(element.matches(':state(error)')).to.equal(false);
  });

  it('never sends without a click: not after a failure, and not when the page is online again', async () => {
    const { call } = await clicked(markup);
    call.fail();
    await until(() => errors.length);
    for (const type of ['offline', 'online']) dispatchEvent(new Event(type));
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await nextTurn();
    expect(proxy.calls.length).to.equal(1);
  });

  for (const [doing, change] of [
    ['removes its text', (element) => (element.textContent = '')],
    ['replaces its slots', (element) => (element.innerHTML = '<b slot="error">No</b>')],
    ['hides it', (element) => (element.hidden = true)],
    ['disables it', (element) => (element.disabled = true)],
    ['moves it', (element) => element.parentElement!.append(element)],
  ] as [string, (element: PrequalButtonElement) => void][]) {
    it(`sends once, and opens the link, if the page ${doing} in the meantime`, async () => {
      const { element, call } = await clicked(markup.replace('></', '>Apply</'));
      change(element);
      await element.updateComplete;
      element.click();
      call.respond();
      await until(() => windows.opened[0]!.visited.length);
      await until(() => !element.matches(':state(busy)'));
      expect([proxy.calls.length, windows.opened.length]).to.deep.equal([1, 1]);
      expect(element.matches(':state(error)')).to.equal(false);
    });
  }

  it("keeps the focus while it's busy", async () => {
    proxy.hold();
    const element = await showButton(markup);
    element.focus();
    element.click();
    await nextCall();
    expect(element.shadowRoot!.activeElement).to.equal(part(element, 'button'));
    expect(buttonOf(element).ariaDisabled).to.equal('true');
  });

  it('shows the link if an ad blocker returns something other than a window', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (const decoy of [{}, frame.contentWindow]) {
      window.open = () => decoy as Window;
      await showLink(markup);
    }
    frame.remove();
    expect(errors.map(({ code }) => code)).to.deep.equal(['popup-blocked', 'popup-blocked']);
  });

  it('shows the link if a frame may open windows but not access them', async () => {
    const sealed = {
      closed: false,
      close() {},
      get top() {
        return this;
      },
      get document() {
        throw new DOMException('Blocked a frame', 'SecurityError');
      },
    };
    window.open = () => sealed as unknown as Window;
    await showLink(markup);
    expect(errors.map(({ code }) => code)).to.deep.equal(['popup-blocked']);
  });
});
