import { fixture } from '@open-wc/testing';
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import {
  configure,
  type FinancingEstimateElement,
  type PayOverTimeButtonElement,
  type PrequalButtonElement,
} from '../../src/index.js';
import { inLine, lineOf, part, paymentOf, readable, termOf } from './shadow-tree.js';
import { createFakeProxy } from '../client/fake-proxy.js';
import { pageStyleSheet } from '../../src/elements/page-style-sheet.js';
import { nextTurn, until } from '../support/until.js';

export { inLine, lineOf, part, paymentOf, readable, termOf };

/** Connects the page's elements to a new fake proxy, and clears the estimates that other tests cached. */
export function createPage(options: { isHeld?: boolean } = {}) {
  sessionStorage.clear();
  const proxy = createFakeProxy(options);
  configure({ fetch: proxy.fetch, endpoint: undefined, location: undefined });
  return proxy;
}

/** Adds markup to the page, and returns its first element. */
export function show<E extends Element>(markup: string): Promise<E> {
  return fixture<E>(markup);
}

/** The events that pages handle for custom scrolling and for dragging a carousel. */
export const scrolling = ['wheel', 'mousedown', 'pointerdown', 'touchstart', 'touchmove'] as const;

/** True if an element takes up space. */
export function isSeen(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Returns an array that collects the events of these types that bubble up to the document. */
export function listen<E extends Event>(...types: string[]): E[] {
  return listenOnTheWay(false, types);
}

/** Like `listen`, but in the capture phase, before any other listener in the document. */
export function listenFirst<E extends Event>(...types: string[]): E[] {
  return listenOnTheWay(true, types);
}

function listenOnTheWay<E extends Event>(isFirst: boolean, types: readonly string[]): E[] {
  const heard: E[] = [];
  for (const type of types) {
    document.addEventListener(type, (fired) => heard.push(fired as E), isFirst);
  }
  return heard;
}

/** Shows a `<financing-estimate>`, and waits until its request is over. */
export async function settled(markup: string): Promise<FinancingEstimateElement> {
  const element = await show<FinancingEstimateElement>(markup);
  await until(() => element.status !== 'loading');
  await element.updateComplete;
  return element;
}

const follows = '<financing-estimate amount-from=".price"><span>Ask us</span></financing-estimate>';

/** Shows a product with a price and an element that follows the price, and waits until its request is over. */
export async function showProduct(price: string, estimate = follows) {
  const proxy = createPage();
  const wrapper = await show<HTMLElement>(`<div>${price}${estimate}</div>`);
  const element = wrapper.querySelector('financing-estimate')!;
  await until(() => element.status !== 'loading');
  await element.updateComplete;
  return { proxy, wrapper, element, payment: () => paymentOf(element) };
}

interface HeldTimer {
  readonly delay: number;
  /** Runs the callback now, unless the timer was cleared. */
  fire(): void;
}

/** Holds back timers with a matching delay until `release()`. The test fires them. */
export function holdTimers(isHeld: (delay: number) => boolean) {
  const { setTimeout, clearTimeout } = globalThis;
  const held = new Map<number, HeldTimer>();
  let handles = -1;
  globalThis.setTimeout = ((run: () => void, delay = 0) => {
    if (!isHeld(delay)) return setTimeout(run, delay);
    const handle = handles--; // the browser's own handles are never negative
    const fire = () => {
      if (held.delete(handle)) run();
    };
    held.set(handle, { delay, fire });
    return handle;
  }) as never;
  globalThis.clearTimeout = ((handle?: number) => {
    if (!held.delete(handle!)) clearTimeout(handle);
  }) as never;
  return {
    get timers(): HeldTimer[] {
      return [...held.values()];
    },
    release() {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    },
  };
}

/** Fires the event for a connection or a shopper that came back, and skips the page's wait of one second. */
export function comeBack(type: 'online' | 'visibilitychange'): void {
  const held = holdTimers((delay) => delay === 1_000);
  dispatchEvent(new Event(type));
  held.release();
  for (const timer of held.timers) timer.fire();
}

/** Replaces `window.open()` with a function that records the windows it opens, until `restore()`. */
export function createLinkWindows({
  isBlocked = false,
  view = window,
}: { isBlocked?: boolean; view?: Window } = {}) {
  const opened: FakeWindow[] = [];
  const original = view.open;
  view.open = () => {
    if (isBlocked) return null;
    opened.push(createWindow());
    return opened.at(-1) as unknown as Window;
  };
  return { opened, restore: () => void (view.open = original) };
}

/** Replaces `window.open()` during each test of a suite. */
export function useLinkWindows(options: { isBlocked?: boolean } = {}) {
  let windows: ReturnType<typeof createLinkWindows>;
  beforeEach(() => (windows = createLinkWindows(options)));
  afterEach(() => windows.restore());
  return {
    get opened() {
      return windows.opened;
    },
    /** Blocks all windows until the end of the test. */
    block() {
      windows.restore();
      windows = createLinkWindows({ isBlocked: true });
    },
  };
}

export interface FakeWindow {
  opener: unknown;
  closed: boolean;
  document: Document;
  close(): void;
  /** The URLs that the window was sent to, with the `rel` and `target` of the link. */
  visited: { href: string; rel: string; target: string }[];
}

function createWindow(): FakeWindow {
  const visited: FakeWindow['visited'] = [];
  const inside = document.implementation.createHTMLDocument();
  const { createElement } = inside;
  inside.createElement = (tag: string) => {
    const link = createElement.call(inside, tag) as HTMLAnchorElement;
    link.click = () => void visited.push({ href: link.href, rel: link.rel, target: link.target });
    return link;
  };
  return {
    opener: window,
    closed: false,
    document: inside,
    close() {
      this.closed = true;
    },
    visited,
  };
}

/** A number that can receive text messages. */
export const phone = '4155552671';
/** A button that texts its link. */
export const markup = '<prequal-button location="main-street" delivery="sms"></prequal-button>';

/** Opens the details of an estimate, and returns their dialog. */
export async function showDetails(element: Element): Promise<HTMLDialogElement> {
  part(element, 'details-button')!.click();
  await until(() => part<HTMLDialogElement>(element, 'dialog')?.open);
  return part<HTMLDialogElement>(element, 'dialog')!;
}

/** Returns an element's dialog, or a detached one if it was never opened. */
export const dialogOf = (element: Element) =>
  element.shadowRoot!.querySelector('dialog') ?? document.createElement('dialog');
export const fieldOf = (element: Element) => part<HTMLInputElement>(element, 'phone-input')!;
export const buttonOf = (element: Element) => part<HTMLButtonElement>(element, 'button')!;

/** Returns the texts of the live regions that screen readers can read. They can't read behind a modal dialog. */
export function liveTexts(element: Element): (string | undefined)[] {
  const scope = dialogOf(element).open ? dialogOf(element) : element.shadowRoot!;
  return [...scope.querySelectorAll<HTMLElement>('[role=status]')]
    .filter((region) => dialogOf(element).open || !dialogOf(element).contains(region))
    .map((region) => readable(region.innerText));
}

/** Clicks a button, and waits for its phone form. */
export async function open(
  element: PrequalButtonElement | PayOverTimeButtonElement,
): Promise<void> {
  element.click();
  await until(() => dialogOf(element).open);
}

/** Fills in the phone form, and sends it with Enter. */
export async function submit(element: HTMLElement, number = phone): Promise<void> {
  fieldOf(element).value = number;
  fieldOf(element).focus();
  await sendKeys({ press: 'Enter' });
}

/** The script tag in a page's HTML. `asyncScript` may run while the document is still loading. */
export const script = '<script type="module" src="/src/script-tag.ts"></script>';
export const asyncScript = script.replace(' src', ' async src');

/** The style sheet for elements that the script hasn't defined yet. */
export const reserve = `<style>${pageStyleSheet}</style>`;

/**
 * Creates a document in an iframe that the test writes piece by piece. Requests go to a fake proxy or, with `fetchesItself`,
 * to the browser's own `fetch`.
 */
export async function createDocument(options: { isHeld?: boolean; fetchesItself?: boolean } = {}) {
  sessionStorage.clear();
  const proxy = createFakeProxy(options);
  const frame = await fixture<HTMLIFrameElement>('<iframe width="800" height="600"></iframe>');
  const view = frame.contentWindow as Window & typeof globalThis;
  const document = view.document;
  document.open();
  if (!options.fetchesItself) view.fetch = proxy.fetch;
  // Otherwise, a call could be aborted by its timeout. Only the timeouts in src/client/context.ts are longer than 5 s.
  if (options.isHeld) dropTimers(view, (delay) => delay > 5_000);
  document.write('<!doctype html><html lang="en">');
  return {
    proxy,
    view,
    document,
    get estimates() {
      return [...document.querySelectorAll('financing-estimate')];
    },
  };
}

/** Makes `setTimeout` ignore calls with these delays, so that timeouts never fire on a slow machine. */
export function dropTimers(
  view: Window & typeof globalThis,
  isDropped: (delay: number) => boolean,
) {
  const { setTimeout } = view;
  view.setTimeout = ((run: () => void, delay = 0) =>
    isDropped(delay) ? 0 : setTimeout.call(view, run, delay)) as typeof setTimeout;
}

/** Returns the markup of a list of cards, each with an estimate for one of these amounts. */
export function cards(amounts: readonly number[]): string {
  return amounts
    .map((dollars) => `<p><financing-estimate amount="${dollars}"></financing-estimate></p>`)
    .join('');
}

/** Returns this many different amounts, all of which can be financed. */
export function amounts(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 1000 + index);
}

/** Adds and removes this many elements, a hundred at a time. Each is removed while its request is in flight. */
export async function comeAndGo(count: number, { calls }: ReturnType<typeof createPage>) {
  const gone: WeakRef<FinancingEstimateElement>[] = [];
  const place = await show<HTMLElement>('<div><b class="price">$100</b></div>');
  for (let round = 0; round < count / 100; round++) {
    for (let index = 0; index < 100; index++) {
      const element = document.createElement('financing-estimate');
      if (index % 2) element.amount = 1000 + round;
      else element.amountFrom = '.price';
      place.append(element);
      gone.push(new WeakRef(element));
    }
    await until(() => calls.length);
    for (const element of place.querySelectorAll('financing-estimate')) element.remove();
    await nextTurn();
    calls.length = 0; // the reason of an abort keeps the stack, and with it the elements
  }
  return { gone, place };
}

/** Records what is written to the console, each time with the element, until `restore()`. */
export function listenToConsole() {
  const { warn, error, log } = console;
  const warnings: [string, Element][] = [];
  const record = (text: string, element: Element) => warnings.push([text, element]);
  Object.assign(console, { warn: record, error: record, log: record });
  const sentences = () => warnings.map(([text]) => text);
  return { warnings, sentences, restore: () => Object.assign(console, { warn, error, log }) };
}

/** Takes a screenshot of the viewport. */
export async function takePicture() {
  const png = await executeServerCommand<string, undefined>('screenshot');
  const file = await fetch(`data:image/png;base64,${png}`);
  const image = await createImageBitmap(await file.blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const scale = image.width / innerWidth;
  return {
    /** Returns the darkness of a box, from 0 (white) to 1 (black) per CSS pixel. Its edges must be whole pixels. */
    inkIn({ left, top, width, height }: Box): number {
      const box = [left, top, width, height].map((length) => Math.round(length * scale));
      const { data } = context.getImageData(...(box as [number, number, number, number]));
      let ink = 0;
      for (let index = 0; index < data.length; index += 4) {
        ink += 1 - (data[index]! + data[index + 1]! + data[index + 2]!) / 765;
      }
      return ink / scale ** 2;
    },
  };
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
