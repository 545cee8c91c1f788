/** Tests the features for a store's counter: a link as a QR code, a copied link, and the event before a request. */
import { expect, oneEvent } from '@open-wc/testing';
import 'jsqr';
import type {
  FinancingClickEvent,
  FinancingErrorEvent,
  PayOverTimeButtonElement,
} from '../../../src/index.js';
import { link } from '../../client/fake-proxy.js';
import { clicked, listen, nextCall, proxy, showButton, showLink, useLinkWindows } from '../page.js';
import { boxOf, buttonOf, isSeen, messageOf, part, readable } from '../shadow-tree.js';
import { until } from '../../support/until.js';

declare const jsQR: (data: Uint8ClampedArray, width: number, height: number) => { data: string };

const qr = '<prequal-button location="main-street" referral="r1" delivery="qr"></prequal-button>';
const copy = qr.replace('qr', 'copy');
const open = qr.replace('qr', 'open');

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
    const element = await showLink(qr);
    expect(await scan(element)).to.equal(link);
    expect(part<HTMLAnchorElement>(element, 'link')!.href).to.equal(link);
    expect(isSeen(part(element, 'link')!)).to.equal(true);
    expect(windows.opened).to.deep.equal([]);
    expect(proxy.calls.map(({ body }) => body)).to.deep.equal([request]);
  });

  it('is accessible, and has a text alternative for the code', async () => {
    const element = await showButton(qr);
    expect(readable(buttonOf(element).textContent)).to.equal('See what you qualify for');
    element.click();
    await until(() => part(element, 'link'));
    const code = element.shadowRoot!.querySelector('svg')!;
    const [role, label] = ['role', 'aria-label'].map((name) => code.getAttribute(name));
    expect([role, label]).to.deep.equal(['img', 'QR code of the link']);
    expect(boxOf(code).width).to.be.at.least(150);
    await expect(element).to.be.accessible();
  });

  it("shows only the link if it's too long for a code", async () => {
    const { element, call } = await clicked(qr);
    const long = `${link}?token=${'x'.repeat(3_000)}`;
    call.respond({ url: long });
    await until(() => !element.matches(':state(busy)'));
    expect(part<HTMLAnchorElement>(element, 'link')?.href).to.equal(long);
    expect(element.shadowRoot!.querySelector('svg')).to.equal(null);
  });
});

describe('a link button with delivery="copy"', () => {
  const windows = useLinkWindows();
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
    proxy.hold();
    const element = await showButton(copy);
    element.click();
    expect(written.length).to.equal(1); // a browser refuses a write after the click
    (await nextCall()).respond();
    await until(() => messageOf(element) === 'Link copied.');
    expect(await written[0]).to.equal(link);
    expect(proxy.calls[0]!.body).to.deep.equal(request);
    expect(part(element, 'link')).to.equal(null);
  });

  it('shows the URL, selected, if the browser refuses', async () => {
    replaceClipboard(undefined); // as on a page without TLS
    const element = await showLink(copy);
    expect(part<HTMLAnchorElement>(element, 'link')!.href).to.equal(link);
    expect(part(element, 'link')!.innerText).to.include(link);
    await until(() => getSelection()!.toString() === link);
  });

  it('says that it copied only if it did, regardless of what the page sets in the meantime', async () => {
    proxy.hold();
    const element = await showButton(open);
    element.click();
    element.delivery = 'copy';
    (await nextCall()).respond();
    await until(() => !element.matches(':state(busy)'));
    expect(readable(part(element, 'message')!.textContent)).to.equal('');
    element.click();
    element.delivery = 'open';
    (await nextCall(2)).respond();
    await until(() => messageOf(element) === 'Link copied.');
    expect(windows.opened.length).to.equal(1);
  });

  it("doesn't change the clipboard after a failure, or if the page cancels", async () => {
    proxy.hold();
    const errors = listen<FinancingErrorEvent>('financing-error');
    const element = await showButton(copy);
    element.addEventListener('financing-link', (made) => made.preventDefault());
    element.click();
    (await nextCall()).fail();
    await until(() => errors.length);
    element.click();
    (await nextCall(2)).respond();
    await oneEvent(element, 'financing-link');
    const outcomes = await Promise.allSettled(written);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });
});

describe('financing-click', () => {
  const windows = useLinkWindows();

  it("fires before any request, and ends the click if it's canceled", async () => {
    const clicks = listen<FinancingClickEvent>('financing-click');
    const element = await showButton(open);
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
    const element = await showButton<PayOverTimeButtonElement>(
      '<pay-over-time-button location="main-street" amount="520"></pay-over-time-button>',
    );
    await until(() => proxy.calls.length); // its estimate
    element.addEventListener('financing-click', () => (element.transactionId = 't1'));
    element.click();
    expect((await nextCall(2)).body).to.include({ transactionId: 't1' });
  });

  it("doesn't fire for a button that's disabled or busy", async () => {
    const clicks = listen('financing-click');
    const { element } = await clicked(qr);
    element.click();
    expect(clicks.length).to.equal(1);
    const other = await showButton(qr.replace('>', ' disabled>'));
    other.click();
    expect(clicks.length).to.equal(1);
  });
});
