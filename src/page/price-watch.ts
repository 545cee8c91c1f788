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
  isRead: boolean;
  /** False while the browser reports the element outside the viewport. True until the first report. */
  isInView: boolean;
}

const followers = new Map<Element, Follower>();

/** Followers in the viewport to check at once because their price itself has changed. */
const urgent = new Set<Follower>();
/** Followers in the viewport to check because something near their price has changed. */
const affected = new Set<Follower>();
/** Followers to check because something elsewhere on the page has changed, or because they are outside the viewport. */
const others = new Set<Follower>();
const queues = [urgent, affected, others];

/**
 * The time in ms for the followers of a check that aren't urgent, so that a page that changes all the time stays fluid on a slow
 * phone. The next frames check the rest.
 */
const maxCheckTime = 2;
/** The maximum number of `others` in a check. */
const maxOthers = 3;

/**
 * The interval between two reads of all prices, in ms. A script can set the value of a field, reset its form, or change a style rule, and
 * no event says so.
 */
const interval = 250;
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
    ...{ element, selector, onChange, reading: undefined },
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
  for (const queue of queues) queue.delete(follower);
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
  follower.isRead = true;
}

/** Listens on the window in the capturing phase, because a modal may stop its events. Adding a listener again does nothing. */
function listen(): void {
  for (const type of ['click', 'input', 'change', 'toggle']) addEventListener(type, onChoice, true);
  for (const type of ['transitionend', 'animationend']) addEventListener(type, onEnd, true);
  addEventListener('resize', onResize);
  timer ??= setInterval(onInterval, interval);
}

/** A style sheet can show another price after any choice, wherever the shopper makes it. */
function onChoice(): void {
  for (const follower of followers.values()) addToCheck(follower);
  checkInNextFrame(); // the page's own listeners run first
}

function onLoad({ target }: Event): void {
  if (isStyleSheet(target as Node)) onChoice();
}

function isStyleSheet({ nodeName }: Node): boolean {
  return /^(link|style)$/i.test(nodeName);
}

function onEnd({ target }: Event): void {
  addAffected([target as Node], new Set([target as Node]));
  checkInNextFrame();
}

function onResize(): void {
  addOthers();
  checkInNextFrame();
}

function onInterval(): void {
  addOthers();
  check(); // even if the browser draws no frames, as in a frame outside the viewport
}

function onView(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const follower = followers.get(target);
    if (!follower) continue;
    follower.isInView = isIntersecting;
    if (others.has(follower)) addToCheck(follower);
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
  forgetLabelsNear(relabeled);
  addAffected(changed, restyled);
  if (isFarReaching) addOthers();
  if (!isFrameTaken) check();
}

/** Adds the followers whose search for a price covers one of the `changed` nodes, or is inside of one of the `restyled` nodes. */
function addAffected(changed: readonly Node[], restyled: ReadonlySet<Node>): void {
  const covering = withAncestors(changed);
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
    if (follower.isInView && price && (covering.has(price) || !price.isConnected)) {
      urgent.add(follower);
    } else if (queueOf(follower).has(follower)) continue;
    else if (!scope || covering.has(scope) || (restyled.size && isInside(scope)))
      addToCheck(follower);
  }
}

/** Forgets the label of each price that has a change next to it. */
function forgetLabelsNear(changed: readonly Node[]): void {
  const covering = withAncestors(changed);
  for (const { reading } of followers.values()) {
    const price = reading?.price;
    if (price && covering.has(price.parentElement?.parentElement ?? price)) forgetLabels(price);
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

function addToCheck(follower: Follower): void {
  queueOf(follower).add(follower);
}

function queueOf({ isInView }: Follower): Set<Follower> {
  return isInView ? affected : others;
}

function addOthers(): void {
  for (const follower of followers.values()) others.add(follower);
}

/** True from a check until the next frame, so that there is at most one check per frame. */
let isFrameTaken = false;

/** Checks the prices that may have changed. Reads them before the elements update. */
function check(): void {
  if (!queues.some(({ size }) => size)) return;
  const changed: Follower[] = [];
  let end: number | undefined;
  inOnePass(() => {
    for (const queue of queues) {
      let room = queue === others ? maxOthers : Infinity;
      for (const follower of queue) {
        for (const each of queues) each.delete(follower);
        if (hasChanged(follower)) changed.push(follower);
        room -= 1;
        // The time begins after the first reading, because the browser computes the layout for it.
        end ??= performance.now() + maxCheckTime;
        const isOver = queue !== urgent && performance.now() > end;
        if (isOver || !room) break; // after one follower, so that no queue waits for the others
      }
    }
  });
  for (const { onChange } of changed) onChange();
  checkInNextFrame();
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
    check();
  };
  // A page in the background has no frames.
  if (document.hidden) setTimeout(onFrame);
  else requestAnimationFrame(onFrame);
}
