import { fixture, oneEvent } from '@open-wc/testing';
import {
  configure,
  type FinancingEstimateElement,
  type PayOverTimeButtonElement,
  type PrequalButtonElement,
} from '../../src/index.js';
import { amount, type Call, createFakeProxy } from '../client/fake-proxy.js';
import { pageStyleSheet } from '../../src/elements/page-style-sheet.js';
import { nextTurn, until } from '../support/until.js';
import { dialogOf, open, part, paymentOf, readable } from './shadow-tree.js';

export * from './shadow-tree.js';

/** The fake proxy of the page's elements. Each test starts with a new one, which responds at once. */
export let proxy: ReturnType<typeof createFakeProxy>;
beforeEach(() => createPage());

/** Connects the page's elements to a new fake proxy, and clears the estimates that other tests cached. */
export function createPage(options: { isHeld?: boolean } = {}) {
  sessionStorage.clear();
  proxy = createFakeProxy(options);
  configure({ fetch: proxy.fetch, endpoint: undefined, location: undefined });
  return proxy;
}

/** Adds markup to the page, and returns its first element. */
export function show<E extends Element>(markup: string): Promise<E> {
  return fixture<E>(markup);
}

/** The events that pages handle for custom scrolling and for dragging a carousel. */
export const scrolling = ['wheel', 'mousedown', 'pointerdown', 'touchstart', 'touchmove'] as const;

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

/** Returns the markup of an estimate: `estimateTag(100, 'layout="card"', 'Ask us')`. */
export const estimateTag = (dollars: number | string, attributes = '', content = '') =>
  `<financing-estimate amount="${dollars}" ${attributes}>${content}</financing-estimate>`;

/** Shows markup with a `<financing-estimate>`, and waits until the request of the element is over. */
export const settled = async (markup: string) => untilSettled(await show(markup));

async function untilSettled(shown: Element): Promise<FinancingEstimateElement> {
  const element = shown.querySelector('financing-estimate') ?? (shown as FinancingEstimateElement);
  await until(() => element.status !== 'loading');
  await element.updateComplete;
  return element;
}

/** Sets an amount, waits for the event of its response, and until the element shows it. */
export async function setAmount(element: FinancingEstimateElement, dollars: number): Promise<void> {
  element.amount = dollars;
  const isFinanced = dollars !== amount.inapplicable;
  await oneEvent(element, isFinanced ? 'financing-estimate' : 'financing-unavailable');
  await element.updateComplete;
}

const follows = '<financing-estimate amount-from=".price"><span>Ask us</span></financing-estimate>';

/** Shows a product with a price and an element that follows the price, and waits until its request is over. */
export async function showProduct(price: string, estimate = follows) {
  createPage();
  const wrapper = await show<HTMLElement>(`<div>${price}${estimate}</div>`);
  const element = await untilSettled(wrapper);
  return { proxy, wrapper, element, payment: () => paymentOf(element) };
}

export type LinkButton = PrequalButtonElement | PayOverTimeButtonElement;

/** Shows markup with a link button, and waits until the button can be clicked. */
export async function showButton<E extends LinkButton = PrequalButtonElement>(html: string) {
  const first = await show(html);
  const element = first.querySelector<E>('prequal-button, pay-over-time-button') ?? (first as E);
  await until(() => part(element, 'button'));
  return element;
}

/** Shows a link button, clicks it, and waits for its call, which the proxy holds. */
export async function clicked<E extends LinkButton = PrequalButtonElement>(html: string) {
  proxy.hold();
  const element = await showButton<E>(html);
  element.click();
  return { element, call: await nextCall() };
}

/** Shows a link button that delivers its link on the page, clicks it, and waits for the link. */
export async function showLink(html: string): Promise<PrequalButtonElement> {
  const element = await showButton(html);
  element.click();
  await until(() => part(element, 'link'));
  return element;
}

/** Waits until the proxy has received this many calls, and returns the last one. */
export async function nextCall(count = 1): Promise<Call> {
  await until(() => proxy.calls.length >= count);
  return proxy.calls.at(-1)!;
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

/** Holds back timers with a matching delay during each test of a suite. */
export function useHeldTimers(isHeld: (delay: number) => boolean) {
  let held: ReturnType<typeof holdTimers>;
  beforeEach(() => (held = holdTimers(isHeld)));
  afterEach(() => held.release());
  return {
    get timers() {
      return held.timers;
    },
    fireAll() {
      for (const timer of held.timers) timer.fire();
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
export function createLinkWindows(view: Window = window) {
  const opened: FakeWindow[] = [];
  const original = view.open;
  view.open = () => {
    opened.push(createWindow());
    return opened.at(-1) as unknown as Window;
  };
  return { opened, restore: () => void (view.open = original) };
}

/** Replaces `window.open()` during each test of a suite. */
export function useLinkWindows() {
  let windows: ReturnType<typeof createLinkWindows>;
  beforeEach(() => (windows = createLinkWindows()));
  afterEach(() => windows.restore());
  return {
    get opened() {
      return windows.opened;
    },
    /** Blocks all windows until the end of the test. */
    block: () => void (window.open = () => null),
  };
}

interface FakeWindow {
  opener: unknown;
  top: unknown;
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
    get top() {
      return this;
    },
    document: inside,
    close() {
      this.closed = true;
    },
    visited,
  };
}

/** A button that texts its link. */
export const markup = '<prequal-button location="main-street" delivery="sms"></prequal-button>';

/** Shows a button that texts its link, and opens its phone form. */
export async function showForm<E extends LinkButton = PrequalButtonElement>(html = markup) {
  const element = await showButton<E>(html);
  await open(element);
  return element;
}

/** Returns the texts of the live regions that screen readers can read. They can't read behind a modal dialog. */
export function liveTexts(element: Element): (string | undefined)[] {
  const scope = dialogOf(element).open ? dialogOf(element) : element.shadowRoot!;
  return [...scope.querySelectorAll<HTMLElement>('[role=status]')]
    .filter((region) => dialogOf(element).open || !dialogOf(element).contains(region))
    .map((region) => readable(region.innerText));
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
export async function createDocument({
  isHeld = false,
  fetchesItself = false,
  width = 800,
}: { isHeld?: boolean; fetchesItself?: boolean; width?: number } = {}) {
  sessionStorage.clear();
  const proxy = createFakeProxy({ isHeld });
  const frame = await fixture<HTMLIFrameElement>(`<iframe width="${width}" height="600"></iframe>`);
  const view = frame.contentWindow as Window & typeof globalThis;
  const document = view.document;
  document.open();
  if (!fetchesItself) view.fetch = proxy.fetch;
  // Otherwise, a call could be aborted by its timeout. Only the timeouts in src/client/context.ts are longer than 5 s.
  if (isHeld) dropTimers(view, (delay) => delay > 5_000);
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

/** Opens a document with this HTML, as `createDocument` does. */
export async function openDocument(
  html: string | readonly string[],
  options?: Parameters<typeof createDocument>[0],
) {
  const page = await createDocument(options);
  page.document.write(...[html].flat());
  page.document.close();
  return page;
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
export async function comeAndGo(count: number) {
  proxy.hold();
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
    await nextCall();
    for (const element of place.querySelectorAll('financing-estimate')) element.remove();
    await nextTurn();
    proxy.calls.length = 0; // the reason of an abort keeps the stack, and with it the elements
  }
  return { gone, place };
}

/** Records what is written to the console during each test of a suite, each time with the element. */
export function useConsole() {
  const { warn, error, log } = console;
  let warnings: [string, Element][];
  beforeEach(() => {
    warnings = [];
    const record = (...said: (typeof warnings)[number]) => warnings.push(said);
    Object.assign(console, { warn: record, error: record, log: record });
  });
  afterEach(() => Object.assign(console, { warn, error, log }));
  return {
    get warnings() {
      return warnings;
    },
    sentences: () => warnings.map(([text]) => text),
  };
}
