import { parentOf } from './node-parent.js';
import { inOnePass } from './once-per-pass.js';
import { forgetLabels, type PriceReading, readPrice } from './price-on-page.js';

/** An element that follows a price. */
interface Follower {
  readonly element: Element;
  readonly selector: string;
  onChange(): void;
  /** The last reading. Undefined if the selector is invalid. */
  reading: PriceReading | undefined;
  /** The element whose changes may change the label of the price. */
  labelScope: Element | undefined;
  isRead: boolean;
  /** False while the browser reports the element outside the viewport. True until the first report. */
  isInView: boolean;
}

const followers = new Map<Element, Follower>();

/** Followers to check. */
interface Queue {
  readonly followers: Set<Follower>;
  /** The time after which a check leaves the rest for the next one, so that the page stays fluid on a slow phone. */
  readonly maxCheckMs: number;
}

/** Followers in the viewport whose price itself has changed. */
const urgent: Queue = { followers: new Set(), maxCheckMs: Infinity };
/** Followers in the viewport with a change near their price. */
const affected: Queue = { followers: new Set(), maxCheckMs: 2 };
/** Followers in the viewport after a change elsewhere on the page, and the ones outside of it with a change near their price. */
const others: Queue = { followers: new Set(), maxCheckMs: 1 };
/** Followers outside the viewport after a change elsewhere on the page. They wait for the interval. */
const unseen: Queue = { followers: new Set(), maxCheckMs: 1 };

const queuesOfFrame = [urgent, affected, others];
const queues = [...queuesOfFrame, unseen];
const urgentOnly = [urgent];
/** The number of frames after a check that read only urgent prices, so that a page that changes in every frame stays fluid. */
const urgentFrames = 2;

/**
 * The interval between two reads of all prices. A script can set the value of a field, reset its form, or change a style
 * rule, and no event says so.
 */
const readIntervalMs = 250;
let timer: ReturnType<typeof setInterval> | undefined;

const anyChange = {
  attributes: true,
  characterData: true,
  childList: true,
  subtree: true,
};
let observer: MutationObserver | undefined;
let viewObserver: IntersectionObserver | undefined;

/**
 * Calls `onChange` whenever the price that an element follows has changed, until `unwatchPrice`. Frameworks change the text,
 * replace the element, or change which element the selector matches, so each change of the page can matter.
 */
export function watchPrice(element: Element, selector: string, onChange: () => void): void {
  if (followers.get(element)?.selector === selector) return;
  unwatchPrice(element);
  followers.set(element, {
    element,
    selector,
    onChange,
    reading: undefined,
    labelScope: undefined,
    isRead: false,
    isInView: true,
  });
  listen();
  viewObserver ??= new IntersectionObserver(onView);
  viewObserver.observe(element);
  observer ??= new MutationObserver(onMutations);
  for (let from: Node | undefined = element; from; from = parentOf(from)) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
    // The load events of resources don't reach the window. An element named `addEventListener` may hide the document's method.
    EventTarget.prototype.addEventListener.call(from, 'load', onLoad, true);
  }
}

/** Stops watching the price of an element. */
export function unwatchPrice(element: Element): void {
  const follower = followers.get(element);
  if (!follower) return;
  followers.delete(element);
  viewObserver?.unobserve(element);
  removeFromQueues(follower);
  if (followers.size) return;
  observer?.disconnect();
  clearInterval(timer);
  timer = undefined;
}

/** Returns the price that an element follows, as it was last read if the element is watched. */
export function priceOf(element: Element, selector: string): PriceReading | undefined {
  const follower = followers.get(element);
  if (follower?.selector !== selector) return readPrice(element, selector);
  // New elements are read together. Otherwise each update would make the browser compute the layout again.
  if (!follower.isRead) inOnePass(() => followers.forEach((each) => each.isRead || read(each)));
  return follower.reading;
}

function read(follower: Follower): void {
  follower.reading = readPrice(follower.element, follower.selector);
  const price = follower.reading?.price;
  follower.labelScope = price?.parentElement?.parentElement ?? price;
  follower.isRead = true;
}

/** Listens on the window in the capturing phase, because a modal may stop its events. Adding a listener again does nothing. */
function listen(): void {
  for (const type of ['click', 'input', 'change', 'toggle']) addEventListener(type, onChoice, true);
  for (const type of ['transitionend', 'animationend']) addEventListener(type, onEnd, true);
  addEventListener('resize', onResize);
  timer ??= setInterval(onInterval, readIntervalMs);
}

/** A style sheet can show another price after any choice, wherever the shopper makes it. */
function onChoice(): void {
  addAll('near');
  checkInNextFrame(); // the page's own listeners run first
}

function onLoad({ target }: Event): void {
  if (isStyleSheet(target as Node)) onChoice();
}

function isStyleSheet({ nodeName }: Node): boolean {
  return /^(link|style)$/i.test(nodeName);
}

function onEnd({ target }: Event): void {
  addAffected([target as Node], new Set([target as Node]), []);
  checkInNextFrame();
}

function onResize(): void {
  addAll('far');
  checkInNextFrame();
}

function onInterval(): void {
  addAll('far');
  check(queues); // even if the browser draws no frames, as in a frame outside the viewport
}

function onView(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const follower = followers.get(target);
    if (!follower) continue;
    follower.isInView = isIntersecting;
    if (!isIntersecting || !isQueued(follower)) continue;
    add(follower, 'near');
    checkInNextFrame();
  }
}

function onMutations(records: readonly MutationRecord[]): void {
  const changed: Node[] = [];
  const restyled = new Set<Node>();
  const relabeled: Node[] = [];
  // An attribute elsewhere can show another price, for example by `:has()`. So can a style sheet that's removed. One that's
  // added has an event. The rest is noticed after the interval.
  let isFarReaching = false;
  for (const record of records) {
    changed.push(record.target);
    if (record.attributeName !== 'style') relabeled.push(record.target);
    if (record.type === 'attributes') {
      restyled.add(record.target);
      isFarReaching ||= record.attributeName !== 'style';
    } else {
      isFarReaching ||= [...record.removedNodes].some(isStyleSheet);
    }
  }
  addAffected(changed, restyled, relabeled);
  if (isFarReaching) addAll('far');
  if (!isFrameTaken) check();
}

/**
 * Adds the followers whose search for a price covers one of the `changed` nodes, or is inside of one of the `restyled` nodes.
 * Forgets the label of each price that is near one of the `relabeled` nodes.
 */
function addAffected(
  changed: readonly Node[],
  restyled: ReadonlySet<Node>,
  relabeled: readonly Node[],
): void {
  const covering = withAncestors(changed);
  const coveringLabel = withAncestors(relabeled);
  const inside = new Map<Node, boolean>();
  function isInside(node: Node): boolean {
    const known = inside.get(node);
    if (known !== undefined) return known;
    const parent = parentOf(node);
    const isIn = restyled.has(node) || (parent !== undefined && isInside(parent));
    inside.set(node, isIn);
    return isIn;
  }
  for (const follower of followers.values()) {
    const { scope, price } = follower.reading ?? {};
    if (price && coveringLabel.has(follower.labelScope!)) forgetLabels(price);
    const isCovered = !scope || covering.has(scope);
    if (isCovered && follower.isInView && price && (covering.has(price) || !price.isConnected)) {
      urgent.followers.add(follower);
    } else if (isCovered || (restyled.size && isInside(scope))) {
      add(follower, 'near');
    }
  }
}

/** Returns nodes with all of their ancestors, across shadow roots. */
function withAncestors(nodes: readonly Node[]): ReadonlySet<Node> {
  const all = new Set<Node>();
  for (const start of nodes) {
    for (let node: Node | undefined = start; node && !all.has(node); node = parentOf(node))
      all.add(node);
  }
  return all;
}

/** Adds a follower because of a change near its price, or far from it. */
function add(follower: Follower, distance: 'near' | 'far'): void {
  const [inView, outside] = distance === 'near' ? [affected, others] : [others, unseen];
  (follower.isInView ? inView : outside).followers.add(follower);
}

function addAll(distance: 'near' | 'far'): void {
  for (const follower of followers.values()) add(follower, distance);
}

function isQueued(follower: Follower): boolean {
  return queues.some((queue) => queue.followers.has(follower));
}

function removeFromQueues(follower: Follower): void {
  for (const queue of queues) queue.followers.delete(follower);
}

/** True from a check until the next frame, so that there is at most one check per frame. */
let isFrameTaken = false;
/** The number of frames until a check reads all queued prices again. */
let urgentFramesLeft = 0;

/** Checks the prices that may have changed. Reads them before the elements update. */
function check(queuesToCheck = queuesOfFrame): void {
  if (![...queuesToCheck, ...queuesOfFrame].some((queue) => queue.followers.size)) {
    urgentFramesLeft = 0;
    return;
  }
  urgentFramesLeft = queuesToCheck === urgentOnly ? urgentFramesLeft - 1 : urgentFrames;
  const changed: Follower[] = [];
  let start: number | undefined; // set at the first price, which is always read
  inOnePass(() => {
    for (const queue of queuesToCheck) {
      for (const follower of queue.followers) {
        if (start !== undefined && performance.now() - start > queue.maxCheckMs) break;
        start ??= timeWithLayout(follower);
        removeFromQueues(follower);
        if (hasChanged(follower)) changed.push(follower);
      }
    }
  });
  for (const { onChange } of changed) onChange();
  checkInNextFrame();
}

/** Returns the time after the browser has computed the layout, which the page needs anyway. */
function timeWithLayout({ element }: Follower): number {
  element.getClientRects();
  return performance.now();
}

function hasChanged(follower: Follower): boolean {
  const before = follower.reading?.texts.join('\n');
  read(follower);
  return follower.reading?.texts.join('\n') !== before;
}

function checkInNextFrame(): void {
  if (isFrameTaken) return;
  isFrameTaken = true;
  const onFrame = () => {
    isFrameTaken = false;
    check(urgentFramesLeft ? urgentOnly : queuesOfFrame);
  };
  // A page in the background has no frames.
  if (document.hidden) setTimeout(onFrame);
  else requestAnimationFrame(onFrame);
}
