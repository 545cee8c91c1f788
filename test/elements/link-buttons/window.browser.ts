import { expect, oneEvent } from '@open-wc/testing';
import type {
  FinancingErrorEvent,
  FinancingLinkEvent,
  PayOverTimeButtonElement,
} from '../../../src/index.js';
import { link } from '../../client/fake-proxy.js';
import {
  clicked,
  createPage,
  listen,
  nextCall,
  proxy,
  showButton,
  showLink,
  useLinkWindows,
} from '../page.js';
import { isSeen, part } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const markup = '<prequal-button location="main-street"></prequal-button>';

const loan =
  '<pay-over-time-button location="main-street" amount="1299" transaction-id="t1"></pay-over-time-button>';

describe('the window of a link button', () => {
  const windows = useLinkWindows();
  let errors: FinancingErrorEvent[];
  beforeEach(() => (errors = listen('financing-error')));

  it('is replaced by a link that is accessible', async () => {
    windows.block();
    const element = await showLink(markup);
    await expect(element).to.be.accessible();
  });

  it('opens during the click without an opener, and goes to the link without a referrer', async () => {
    proxy.hold();
    const element = await showButton(markup);
    element.click();
    const [opened] = windows.opened;
    expect(opened!.opener).to.equal(null);
    const call = await nextCall();
    expect(opened!.visited).to.deep.equal([]);
    call.respond();
    await until(() => opened!.visited.length);
    // The link sets its target explicitly, because the page's `<base>` may set another one.
    const how = { rel: 'noreferrer', target: '_self' };
    expect(opened!.visited).to.deep.equal([{ href: link, ...how }]);
  });

  it('waits until the page got the event about the link', async () => {
    const element = await showButton(markup);
    let visited: unknown;
    element.addEventListener('financing-link', () => (visited = [...windows.opened[0]!.visited]));
    element.click();
    const fired = await oneEvent<FinancingLinkEvent>(element, 'financing-link');
    expect(visited).to.deep.equal([]);
    const { url, operation, location: store, amount, bubbles, composed } = fired;
    expect({ url, operation, store, amount, bubbles, composed }).to.deep.equal({
      url: link,
      operation: 'createPrequalLink',
      store: 'main-street',
      amount: undefined,
      bubbles: true,
      composed: true,
    });
  });

  it('closes if the button is for another purchase now', async () => {
    const links = listen('financing-link');
    const { element, call } = await clicked(
      '<prequal-button location="main-street" referral="r1"></prequal-button>',
    );
    element.referral = 'r2';
    call.respond();
    await until(() => !element.matches(':state(busy)'));
    const outcomes = windows.opened.map(({ closed, visited }) => [closed, visited]);
    expect([outcomes, links]).to.deep.equal([[[true, []]], []]);
    element.click(); // for the other purchase, immediately
    await nextCall(2);
  });

  it('closes if the page shows another amount or store now', async () => {
    for (const change of [{ amount: '1349.50' }, { location: 'other-store' }]) {
      createPage();
      const links = listen('financing-link');
      const { element } = await clicked<PayOverTimeButtonElement>(loan);
      Object.assign(element, change);
      for (const call of proxy.calls) call.respond();
      await until(() => element.matches(':state(error)'));
      const { closed, visited } = windows.opened.at(-1)!;
      expect([closed, visited, links]).to.deep.equal([true, [], []]);
      expect(part(element, 'message')!.textContent).to.contain('Please try again.');
    }
  });

  it('opens if the page wrote the same amount in another way', async () => {
    const { element } = await clicked<PayOverTimeButtonElement>(loan);
    element.amount = '$1,299.00';
    for (const call of proxy.calls) call.respond();
    await until(() => windows.opened[0]!.visited.length);
  });

  it('closes when the page cancels', async () => {
    const element = await showButton(markup);
    element.addEventListener('financing-link', (fired) => fired.preventDefault());
    element.click();
    const [opened] = windows.opened;
    await oneEvent(element, 'financing-link');
    expect(opened!.closed).to.equal(true); // immediately, not only after five seconds
    expect(opened!.visited).to.deep.equal([]);
    expect(part(element, 'link')).to.equal(null);
  });

  it("is replaced by a link if it's blocked", async () => {
    windows.block();
    const element = await showLink(markup);
    const anchor = part<HTMLAnchorElement>(element, 'link')!;
    const { href, target, rel } = anchor;
    expect([href, target, rel]).to.deep.equal([link, '_blank', 'noopener noreferrer']);
    expect(isSeen(anchor)).to.equal(true);
    expect(errors.map(({ code }) => code)).to.deep.equal(['popup-blocked']);
    expect(proxy.calls.length).to.equal(1);
  });

  it('is replaced by a link if an app has no window other than the page itself', async () => {
    const element = await showButton(markup);
    window.open = () => window;
    element.click();
    await until(() => part(element, 'link'));
    expect(element.isConnected).to.equal(true);
    expect(errors.map(({ code }) => code)).to.deep.equal(['popup-blocked']);
  });

  it('is replaced by a link if the shopper closed it', async () => {
    proxy.hold();
    const element = await showButton(markup);
    element.click();
    windows.opened[0]!.closed = true;
    (await nextCall()).respond();
    await until(() => part(element, 'link'));
  });

  it("closes if it's blank for five seconds, and is replaced by a link", async () => {
    const { setTimeout } = window;
    let late: (() => void) | undefined;
    window.setTimeout = ((run: () => void, ms?: number) => {
      if (ms === 5000) late = run;
      return setTimeout(run, ms);
    }) as typeof window.setTimeout;
    proxy.hold();
    const element = await showButton(markup);
    element.click();
    window.setTimeout = setTimeout;
    late!();
    expect(windows.opened[0]!.closed).to.equal(true);
    (await nextCall()).respond();
    await until(() => part(element, 'link'));
  });

  it("isn't replaced by a link that was created for another request", async () => {
    windows.block();
    const element = await showLink(markup);
    element.referral = 'other';
    await element.updateComplete;
    expect(part(element, 'link')).to.equal(null);
  });
});
