import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { openDocument, proxy, script, showButton } from '../elements/page.js';
import { boxOf, buttonOf } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';

const landing = new URL('/test/page/landing.html', document.baseURI).href;

/** Opens a page whose button links to a landing page. Returns what the landing page can find out about its opener. */
async function open(target: string, windowOf: (view: Window) => Window | null) {
  const page = await openDocument(
    [`<prequal-button location="a" target="${target}"></prequal-button>`, script],
    { isHeld: true },
  );
  await until(() => page.view.customElements.get('prequal-button'));
  const opened = windowOf(page.view)!;
  page.view.open = () => opened;
  page.document.querySelector('prequal-button')!.click();
  await until(() => page.proxy.calls.length);
  page.proxy.calls[0]!.respond({ url: landing });
  await until(() => opened.location.href === landing && opened.document.querySelector('h1'));
  return opened;
}

describe('a link button that opens its link', () => {
  it('sends a new window to the link without a referrer', async () => {
    const opened = await open('_blank', (view) => {
      view.document.body.append(view.document.createElement('iframe'));
      return view.frames[0]!;
    });
    expect(opened.document.referrer).to.equal('');
  });

  it('replaces the page with target="_self", without a referrer', async () => {
    const opened = await open('_self', (view) => view);
    expect(opened.document.referrer).to.equal('');
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
