import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingStatusEvent } from '../../../src/index.js';
import { link } from '../../client/fake-proxy.js';
import { clicked, listen, nextCall, proxy, showButton, useLinkWindows } from '../page.js';
import { messageOf, part, readable } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

const markup = '<prequal-button location="main-street" referral="r1"></prequal-button>';
const headers = { 'Financing-Link-Token': 'token-1' };

/** Fires the browser's event for a shopper who returns to the tab. */
const comeBack = () => void document.dispatchEvent(new Event('visibilitychange'));

/** Fires it, and returns the call that follows. */
function poll(count = 1) {
  comeBack();
  return nextCall(count);
}

describe('a link button with an application in progress', () => {
  useLinkWindows();

  /** Clicks a button, and opens its link. From then on, the calls poll the status. */
  async function opened(html = markup, init: ResponseInit = { headers }) {
    proxy.hold();
    const events = listen<FinancingStatusEvent>('financing-status');
    const element = await showButton(html);
    if (element.target === '_self') {
      element.addEventListener('financing-link', (fired) => fired.preventDefault());
    }
    element.click();
    const call = await nextCall();
    proxy.calls.pop();
    setTimeout(() => call.respond({ url: link }, init));
    await oneEvent(element, 'financing-link');
    await element.updateComplete;
    return { element, events };
  }

  it('polls when the tab becomes visible', async () => {
    await opened();
    const { url, headers } = await poll();
    expect(url.pathname).to.equal('/financing/link-status');
    expect(headers.get('authorization')).to.equal('Bearer token-1');
    expect(headers.get('content-type')).to.equal(null);
  });

  for (const [when, html, init] of [
    ['without a token', markup, {}],
    // The page is gone by then.
    ['with target="_self"', markup.replace('></', ' target="_self"></'), { headers }],
  ] as const) {
    it(`doesn't poll ${when}`, async () => {
      await opened(html, init);
      comeBack();
      await nextTurn();
      expect(proxy.calls.length).to.equal(0);
    });
  }

  for (const [final, words, isCompleted] of [
    ['completed', 'The application is complete.', true],
    ['aborted', 'The application was not completed.', false],
  ] as const) {
    it(`reports ${final} with an event, a message, and a state`, async () => {
      const { element, events } = await opened();
      (await poll()).respond({ status: final });
      await until(() => events.length);
      await element.updateComplete;
      expect(events.map((fired) => [fired.status, fired.target])).to.deep.equal([[final, element]]);
      expect(messageOf(element)).to.equal(words);
      expect(element.matches(':state(completed)')).to.equal(isCompleted);
    });
  }

  it('reports nothing while the application is pending', async () => {
    const { element, events } = await opened();
    (await poll()).respond({ status: 'pending' });
    await poll(2);
    expect(readable(part(element, 'message')!.textContent)).to.equal('');
    expect(events.length).to.equal(0);
  });

  it('keeps tracking the first link of a purchase, because only that one has a status', async () => {
    const { element, events } = await opened();
    element.click();
    (await nextCall()).respond({ url: link });
    await until(() => !element.matches(':state(busy)'));
    (await poll(2)).respond({ status: 'completed' });
    await until(() => events.length);
  });

  it("doesn't show the status of one purchase for another", async () => {
    const { element, events } = await opened();
    const { signal } = await poll();
    element.referral = 'r2';
    await element.updateComplete;
    expect(signal.aborted).to.equal(true);
    comeBack();
    await nextTurn();
    expect([proxy.calls.length, events.length]).to.deep.equal([1, 0]);
  });

  it("doesn't track a link that was still being created for another purchase", async () => {
    const { element, call } = await clicked(markup);
    element.referral = 'r2';
    await element.updateComplete;
    call.respond({ url: link }, { headers });
    await until(() => !element.matches(':state(busy)'));
    comeBack();
    await nextTurn();
    expect(proxy.calls.length).to.equal(1);
  });

  it("tracks the link of a purchase that's set in the turn of the click", async () => {
    proxy.hold();
    const element = await showButton(markup);
    element.referral = 'r2';
    element.click();
    (await nextCall()).respond({ url: link }, { headers });
    await until(() => !element.matches(':state(busy)'));
    await poll(2);
  });

  it("stops polling when it's removed", async () => {
    const { element } = await opened();
    const { signal } = await poll();
    element.remove();
    await nextTurn();
    expect(signal.aborted).to.equal(true); // immediately, not only after the timeout
    comeBack();
    await nextTurn();
    expect(proxy.calls.length).to.equal(1);
  });

  it("continues when it's moved", async () => {
    const { element } = await opened();
    element.parentElement!.append(element);
    await nextTurn();
    await poll();
  });
});
