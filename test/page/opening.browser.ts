import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { openDocument, proxy, script, showButton } from '../elements/page.js';
import { boxOf, buttonOf } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';

const landing = new URL('/strict-page?csp=&html=<h1>Application</h1>', document.baseURI).href;

describe('a link button that opens its link', () => {
  it('replaces the page with target="_self", without a referrer', async () => {
    const { document, proxy, view } = await openDocument(
      ['<prequal-button location="a" target="_self"></prequal-button>', script],
      { isHeld: true },
    );
    await until(() => view.customElements.get('prequal-button'));
    document.querySelector('prequal-button')!.click();
    await until(() => proxy.calls.length);
    proxy.calls[0]!.respond({ url: landing });
    await until(() => view.location.href === landing && view.document.querySelector('h1'));
    expect(view.document.referrer).to.equal('');
  });

  it('opens a window without an opener or a referrer', async () => {
    const { open: openWindow } = window;
    let opened: Window | null = null;
    window.open = (...how) => (opened = openWindow.apply(window, how));
    try {
      const { calls } = proxy;
      proxy.hold();
      const element = await showButton('<prequal-button location="main-street"></prequal-button>');
      const { x, y } = boxOf(buttonOf(element));
      await sendMouse({ type: 'click', position: [Math.round(x + 9), Math.round(y + 9)] });
      await until(() => calls.length);
      const waiting = opened as Window | null;
      expect(waiting!.document.title).to.equal('One moment…');
      calls[0]!.respond({ url: landing });
      await until(
        () => waiting!.location.href === landing && waiting!.document.querySelector('h1'),
      );
      expect([waiting!.opener, waiting!.document.referrer]).to.deep.equal([null, '']);
      waiting!.close();
    } finally {
      window.open = openWindow;
    }
  });
});
