import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingStatusEvent, PrequalButtonElement } from '../../../src/index.js';
import { link } from '../../client/fake-proxy.js';
import { createPage, listen, part, readable, show, useLinkWindows } from '../page.js';
import { nextTurn, until } from '../../support/until.js';

const markup = '<prequal-button location="main-street" referral="r1"></prequal-button>';
const headers = { 'Financing-Link-Token': 'token-1' };

/** Fires the browser's event for a shopper who returns to the tab. */
function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a link button with an application in progress', () => {
  useLinkWindows();

  /** Clicks a button, and opens its link. Returns the calls that poll the status. */
  async function opened(html = markup, init: ResponseInit = { headers }) {
    const { calls } = createPage({ isHeld: true });
    const events = listen<FinancingStatusEvent>('financing-status');
    const element = await show<PrequalButtonElement>(html);
    if (element.target === '_self') {
      element.addEventListener('financing-link', (fired) => fired.preventDefault());
    }
    element.click();
    await until(() => calls.length);
    setTimeout(() => calls.shift()!.respond({ url: link }, init));
    await oneEvent(element, 'financing-link');
    await element.updateComplete;
    return { element, calls, events };
  }

  it('polls when the tab becomes visible', async () => {
    const { calls } = await opened();
    comeBack();
    await until(() => calls.length);
    expect(calls[0]!.url.pathname).to.equal('/financing/link-status');
    expect(calls[0]!.headers.get('authorization')).to.equal('Bearer token-1');
    expect(calls[0]!.headers.get('content-type')).to.equal(null);
  });

  for (const [when, html, init] of [
    ['without a token', markup, {}],
    // The page is gone by then.
    ['with target="_self"', markup.replace('></', ' target="_self"></'), { headers }],
  ] as const) {
    it(`doesn't poll ${when}`, async () => {
      const { calls } = await opened(html, init);
      comeBack();
      await nextTurn();
      expect(calls.length).to.equal(0);
    });
  }

  for (const [final, words, isCompleted] of [
    ['completed', 'The application is complete.', true],
    ['aborted', 'The application was not completed.', false],
  ] as const) {
    it(`reports ${final} with an event, a message, and a state`, async () => {
      const { element, calls, events } = await opened();
      comeBack();
      await until(() => calls.length);
      calls[0]!.respond({ status: final });
      await until(() => events.length);
      await element.updateComplete;
      expect(events.map((fired) => [fired.status, fired.target])).to.deep.equal([[final, element]]);
      expect(readable(part(element, 'message')!.innerText)).to.equal(words);
      expect(element.matches(':state(completed)')).to.equal(isCompleted);
    });
  }

  it('reports nothing while the application is pending', async () => {
    const { element, calls, events } = await opened();
    comeBack();
    await until(() => calls.length);
    calls[0]!.respond({ status: 'pending' });
    comeBack();
    await until(() => calls.length === 2);
    expect(readable(part(element, 'message')!.textContent)).to.equal('');
    expect(events.length).to.equal(0);
  });

  it('keeps tracking the first link of a purchase, because only that one has a status', async () => {
    const { element, calls, events } = await opened();
    element.click();
    await until(() => calls.length);
    calls[0]!.respond({ url: link });
    await until(() => !element.matches(':state(busy)'));
    comeBack();
    await until(() => calls.length === 2);
    calls[1]!.respond({ status: 'completed' });
    await until(() => events.length);
  });

  it("doesn't show the status of one purchase for another", async () => {
    const { element, calls, events } = await opened();
    comeBack();
    await until(() => calls.length);
    element.referral = 'r2';
    await element.updateComplete;
    expect(calls[0]!.signal.aborted).to.equal(true);
    comeBack();
    await nextTurn();
    expect([calls.length, events.length]).to.deep.equal([1, 0]);
  });

  it("doesn't track a link that was still being created for another purchase", async () => {
    const { calls } = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(markup);
    element.click();
    await until(() => calls.length);
    element.referral = 'r2';
    await element.updateComplete;
    calls[0]!.respond({ url: link }, { headers });
    await until(() => !element.matches(':state(busy)'));
    comeBack();
    await nextTurn();
    expect(calls.length).to.equal(1);
  });

  it("tracks the link of a purchase that's set in the turn of the click", async () => {
    const { calls } = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(markup);
    element.referral = 'r2';
    element.click();
    await until(() => calls.length);
    calls[0]!.respond({ url: link }, { headers });
    await until(() => !element.matches(':state(busy)'));
    comeBack();
    await until(() => calls.length === 2);
  });

  it("stops polling when it's removed", async () => {
    const { element, calls } = await opened();
    comeBack();
    await until(() => calls.length);
    element.remove();
    await nextTurn();
    expect(calls[0]!.signal.aborted).to.equal(true); // immediately, not only after the timeout
    comeBack();
    await nextTurn();
    expect(calls.length).to.equal(1);
  });

  it("continues when it's moved", async () => {
    const { element, calls } = await opened();
    element.parentElement!.append(element);
    await nextTurn();
    comeBack();
    await until(() => calls.length);
  });
});
