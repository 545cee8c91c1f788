import { expect } from '@open-wc/testing';
import type {
  FinancingErrorEvent,
  FinancingLinkEvent,
  PrequalButtonElement,
} from '../../src/index.js';
import { configure } from '../../src/index.js';
import { until } from '../client/fake-proxy.js';
import { createLinkWindows } from '../elements/link-windows.js';
import { listen, show } from '../elements/page.js';

const server = await (await fetch('/resetting-server')).text();

describe('a link button whose connection is reset in the midst of a click', () => {
  let windows: ReturnType<typeof createLinkWindows>;
  beforeEach(() => (windows = createLinkWindows()));
  afterEach(() => windows.restore());

  it('R09 sends one key, whether the browser sends again or the shopper clicks again', async () => {
    configure({ fetch: (request) => fetch(request), endpoint: server });
    const links = listen<FinancingLinkEvent>('financing-link');
    const errors = listen<FinancingErrorEvent>('financing-error');
    const referral = crypto.randomUUID();
    const element = await show<PrequalButtonElement>(
      `<prequal-button location="a" referral="${referral}"></prequal-button>`,
    );
    await fetch(`${server}/keys`, { credentials: 'same-origin' }); // opens a connection
    element.click();
    await until(() => links.length + errors.length);
    // Firefox has sent it again by itself, others may; else that is left to the shopper.
    if (errors.length) {
      expect(errors.map(({ code }) => code)).to.deep.equal(['network']);
      element.click();
      await until(() => links.length);
    }
    const answer = await fetch(`${server}/keys`);
    const { [referral]: keys } = (await answer.json()) as Record<string, string[]>;
    expect(keys!.length).to.equal(2);
    expect(keys![1]).to.equal(keys![0]);
  });
});
