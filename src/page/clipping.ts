/** Computes the visible area of content from the position and clipping of its ancestors. */

/** The edges of an area, in pixels of the viewport. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The position of a box, which decides which ancestors clip it. */
export type Positioning = 'flow' | 'absolute' | 'fixed';

/** Returns true for the containing block of fixed content. */
export function holdsFixed(style: CSSStyleDeclaration): boolean {
  const { transform, translate, scale, rotate, perspective, filter, willChange, contain } = style;
  const isMoved = [transform, translate, scale, rotate, perspective, filter].some(
    (value) => value && value !== 'none',
  );
  return (
    isMoved || /transform|filter/.test(willChange) || /paint|layout|strict|content/.test(contain)
  );
}

/** Returns the area that a shopper can scroll to in the page of a root element. No page scrolls beyond its start. */
export function viewportBox(root: Element, positioning: Positioning): Box {
  const { body, defaultView } = root.ownerDocument;
  const { innerWidth, innerHeight, scrollX, scrollY } = defaultView ?? window;
  if (positioning === 'fixed') {
    // While the shopper zooms in with two fingers, the inner size is the one of the visible part.
    const [right, bottom] = [
      Math.max(innerWidth, root.clientWidth),
      Math.max(innerHeight, root.clientHeight),
    ];
    return { left: 0, top: 0, right, bottom };
  }
  const rootStyle = getComputedStyle(root);
  const isCut = [rootStyle, getComputedStyle(body)].some(({ overflowX }) =>
    /hidden|clip/.test(overflowX),
  );
  return {
    left: rootStyle.direction === 'rtl' ? -Infinity : -scrollX,
    top: -scrollY,
    right: isCut ? root.clientWidth : Infinity,
    bottom: Infinity,
  };
}

/** Returns the part of a box that remains within an element whose overflow may be hidden or scrolled. */
export function clipByOverflow(element: Element, style: CSSStyleDeclaration, box: Box): Box {
  const { overflowX, overflowY, display, direction } = style;
  const isVisible = overflowX === 'visible' && overflowY === 'visible';
  // An inline box doesn't clip.
  if (isVisible || display === 'inline' || isWindowOverflow(element)) return box;
  const own = element.getBoundingClientRect();
  const seen = intersect(box, own);
  let { left, top, right, bottom } = box;
  if (overflowX !== 'visible') ({ left, right } = seen);
  if (overflowY !== 'visible') ({ top, bottom } = seen);
  // All content of a scroller that can be seen can be reached. It doesn't scroll beyond its start.
  if (scrolls(overflowX) && right - left > 1) {
    const end = direction === 'rtl' ? element.scrollWidth - element.clientWidth : 0;
    [left, right] = [own.left - element.scrollLeft - end, Infinity];
  }
  if (scrolls(overflowY) && bottom - top > 1) {
    [top, bottom] = [own.top - element.scrollTop, Infinity];
  }
  return { left, top, right, bottom };
}

/** Returns true for the body, whose overflow is the one of the window unless the root element has its own. */
function isWindowOverflow({ localName, parentElement }: Element): boolean {
  return (
    localName === 'body' &&
    parentElement !== null &&
    getComputedStyle(parentElement).overflow === 'visible'
  );
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

const empty: Box = { left: 0, top: 0, right: 0, bottom: 0 };
const unlimited: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Returns the area that a `clip-path` leaves. Shapes other than rectangles count only if they have no size. */
export function pathBox(clipPath: string, element: Element): Box {
  if (/^(circle|ellipse)\(0/.test(clipPath)) return empty;
  const points = /^polygon\((?:\w+, )?(.*)\)/.exec(clipPath)?.[1]?.split(', ');
  if (points?.every((point) => point === points[0])) return empty;
  const sides = /^inset\(([^)]*?)(?: round .*)?\)/.exec(clipPath)?.[1]?.split(' ');
  if (!sides || clipPath.includes('calc(')) return unlimited;
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const [a = '0', b = a, c = a, d = b] = sides;
  const pixels = (side: string, size: number) =>
    side.endsWith('%') ? (parseFloat(side) / 100) * size : parseFloat(side) || 0;
  return {
    left: left + pixels(d, width),
    top: top + pixels(a, height),
    right: right - pixels(b, width),
    bottom: bottom - pixels(c, height),
  };
}

/** Returns the area that the older `clip: rect(top, right, bottom, left)` leaves. */
export function clipBox(clip: string, element: Element): Box {
  const sides = /^rect\((.*)\)/.exec(clip)?.[1]?.split(/,? /).map(parseFloat);
  if (!sides || sides.some(Number.isNaN)) return unlimited;
  const { left, top } = element.getBoundingClientRect();
  const [a = 0, b = 0, c = 0, d = 0] = sides;
  return { left: left + d, top: top + a, right: left + b, bottom: top + c };
}

export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** Returns a rectangle that isn't empty. An element has no height if all of its content floats. */
export function withSize({ left, top, right, bottom }: Box): Box {
  return { left, top, right: Math.max(right, left + 2), bottom: Math.max(bottom, top + 2) };
}

/** Returns true if there is more than the single pixel that text for screen readers is often given. */
export function hasArea({ left, top, right, bottom }: Box): boolean {
  return right - left > 1 && bottom - top > 1;
}
