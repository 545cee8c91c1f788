/** Tests the features for a store's counter: a link as a QR code, a copied link, and the event before a request. */
import { expect, oneEvent } from '@open-wc/testing';
import 'jsqr';
import type {
  FinancingClickEvent,
  FinancingErrorEvent,
  PayOverTimeButtonElement,
  PrequalButtonElement,
} from '../../../src/index.js';
import { link } from '../../client/fake-proxy.js';
import {
  createLinkWindows,
  createPage,
  isSeen,
  listen,
  part,
  readable,
  show,
  useLinkWindows,
} from '../page.js';
import { until } from '../../support/until.js';

declare const jsQR: (data: Uint8ClampedArray, width: number, height: number) => { data: string };

const qr = '<prequal-button location="main-street" referral="r1" delivery="qr"></prequal-button>';
const copy =
  '<prequal-button location="main-street" referral="r1" delivery="copy"></prequal-button>';

/** The request of both deliveries, without a text message. */
const request = [{ location: 'main-street', referral: 'r1', sendSMS: false }];

/** Draws a button's QR code as the browser does, and returns the text that a phone reads in it. */
async function scan(element: Element): Promise<string> {
  const svg = element.shadowRoot!.querySelector('svg')!;
  const size = 300;
  const copied = svg.cloneNode(true) as SVGElement;
  copied.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copied.setAttribute('width', String(size));
  copied.setAttribute('height', String(size));
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(copied.outerHTML)}`;
  await image.decode();
  const context = new OffscreenCanvas(size, size).getContext('2d')!;
  context.fillStyle = getComputedStyle(svg).backgroundColor;
  context.fillRect(0, 0, size, size);
  context.drawImage(image, 0, 0);
  return jsQR(context.getImageData(0, 0, size, size).data, size, size).data;
}

describe('a link button with delivery="qr"', () => {
  const windows = useLinkWindows();

  it('shows the link as a QR code that a phone can read, and next to it', async () => {
    const proxy = createPage();
    const element = await show<PrequalButtonElement>(qr);
    element.click();
    await until(() => part(element, 'link'));
    expect(await scan(element)).to.equal(link);
    expect(part<HTMLAnchorElement>(element, 'link')!.href).to.equal(link);
    expect(isSeen(part(element, 'link')!)).to.equal(true);
    expect(windows.opened).to.deep.equal([]);
    expect(proxy.calls.map(({ body }) => body)).to.deep.equal([request]);
  });

  it('is accessible, and has a text alternative for the code', async () => {
    createPage();
    const element = await show<PrequalButtonElement>(qr);
    expect(readable(part(element, 'button')!.textContent)).to.equal('See what you qualify for');
    element.click();
    await until(() => part(element, 'link'));
    const code = element.shadowRoot!.querySelector('svg')!;
    expect([code.role ?? code.getAttribute('role'), code.getAttribute('aria-label')]).to.deep.equal(
      ['img', 'QR code of the link'],
    );
    expect(code.getBoundingClientRect().width).to.be.at.least(150);
    await expect(element).to.be.accessible();
  });

  it("shows only the link if it's too long for a code", async () => {
    const { calls } = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(qr);
    element.click();
    await until(() => calls.length);
    const long = `${link}?token=${'x'.repeat(3_000)}`;
    calls[0]!.respond({ url: long });
    await until(() => !element.matches(':state(busy)'));
    expect(part<HTMLAnchorElement>(element, 'link')?.href).to.equal(long);
    expect(element.shadowRoot!.querySelector('svg')).to.equal(null);
  });
});

describe('a link button with delivery="copy"', () => {
  let written: Promise<string>[] = [];
  const { clipboard } = navigator;
  function replaceClipboard(value: unknown): void {
    Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
  }
  beforeEach(() => {
    written = [];
    replaceClipboard({
      async write([item]: [ClipboardItem]) {
        const text = item.getType('text/plain').then((blob) => blob.text());
        written.push(text);
        await text;
      },
    });
  });
  afterEach(() => replaceClipboard(clipboard));

  it("writes to the clipboard during the click, and says when that's done", async () => {
    const proxy = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(copy);
    element.click();
    expect(written.length).to.equal(1); // a browser refuses a write after the click
    await until(() => proxy.calls.length);
    proxy.calls[0]!.respond();
    await until(() => readable(part(element, 'message')!.textContent) === 'Link copied.');
    expect(await written[0]).to.equal(link);
    expect(proxy.calls[0]!.body).to.deep.equal(request);
    expect(part(element, 'link')).to.equal(null);
  });

  it('shows the URL, selected, if the browser refuses', async () => {
    replaceClipboard(undefined); // as on a page without TLS
    createPage();
    const element = await show<PrequalButtonElement>(copy);
    element.click();
    await until(() => part(element, 'link'));
    expect(part<HTMLAnchorElement>(element, 'link')!.href).to.equal(link);
    expect(part(element, 'link')!.innerText).to.include(link);
    await until(() => getSelection()!.toString() === link);
  });

  it('says that it copied only if it did, regardless of what the page sets in the meantime', async () => {
    const windows = createLinkWindows();
    const proxy = createPage({ isHeld: true });
    const element = await show<PrequalButtonElement>(copy.replace('copy', 'open'));
    element.click();
    element.delivery = 'copy';
    await until(() => proxy.calls.length);
    proxy.calls[0]!.respond();
    await until(() => !element.matches(':state(busy)'));
    expect(readable(part(element, 'message')!.textContent)).to.equal('');
    element.click();
    element.delivery = 'open';
    await until(() => proxy.calls.length === 2);
    proxy.calls[1]!.respond();
    await until(() => readable(part(element, 'message')!.textContent) === 'Link copied.');
    expect(windows.opened.length).to.equal(1);
    windows.restore();
  });

  it("doesn't change the clipboard after a failure, or if the page cancels", async () => {
    const proxy = createPage({ isHeld: true });
    const errors = listen<FinancingErrorEvent>('financing-error');
    const element = await show<PrequalButtonElement>(copy);
    element.addEventListener('financing-link', (made) => made.preventDefault());
    element.click();
    await until(() => proxy.calls.length);
    proxy.calls[0]!.fail();
    await until(() => errors.length);
    element.click();
    await until(() => proxy.calls.length === 2);
    proxy.calls[1]!.respond();
    await oneEvent(element, 'financing-link');
    const outcomes = await Promise.allSettled(written);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });
});

describe('financing-click', () => {
  const windows = useLinkWindows();

  it("fires before any request, and ends the click if it's canceled", async () => {
    const proxy = createPage();
    const clicks = listen<FinancingClickEvent>('financing-click');
    const element = await show<PrequalButtonElement>(qr.replace('qr', 'open'));
    element.addEventListener('financing-click', (click) => click.preventDefault(), { once: true });
    element.click();
    expect([windows.opened.length, element.matches(':state(busy)')]).to.deep.equal([0, false]);
    element.click();
    await until(() => proxy.calls.length);
    expect(windows.opened.length).to.equal(1);
    expect(clicks.map(({ operation, cancelable }) => [operation, cancelable])).to.deep.equal([
      ['createPrequalLink', true],
      ['createPrequalLink', true],
    ]);
  });

  it('lets the page set what the click needs', async () => {
    const proxy = createPage();
    const element = await show<PayOverTimeButtonElement>(
      '<pay-over-time-button location="main-street" amount="520"></pay-over-time-button>',
    );
    await until(() => proxy.calls.length); // its estimate
    element.addEventListener('financing-click', () => (element.transactionId = 't1'));
    element.click();
    await until(() => proxy.calls.length === 2);
    expect((proxy.calls[1]!.body as { transactionId: string }).transactionId).to.equal('t1');
  });

  it("doesn't fire for a button that's disabled or busy", async () => {
    createPage({ isHeld: true });
    const clicks = listen('financing-click');
    const element = await show<PrequalButtonElement>(qr);
    element.click();
    element.click();
    expect(clicks.length).to.equal(1);
    const other = await show<PrequalButtonElement>(qr.replace('>', ' disabled>'));
    other.click();
    expect(clicks.length).to.equal(1);
  });
});
