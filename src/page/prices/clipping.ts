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
  const { defaultView, scrollingElement } = root.ownerDocument;
  const { innerWidth, innerHeight, scrollX, scrollY } = defaultView ?? window;
  // While the shopper zooms in with two fingers, the inner size is the one of the visible part. In quirks mode, only the
  // scrolling element has the size of the viewport.
  const { clientWidth, clientHeight } = scrollingElement ?? root;
  if (positioning === 'fixed') {
    const [right, bottom] = [
      Math.max(innerWidth, clientWidth),
      Math.max(innerHeight, clientHeight),
    ];
    return { left: 0, top: 0, right, bottom };
  }
  // `document.body` may be a frame with that name.
  const body = [...root.children].find(({ localName }) => localName === 'body') ?? root;
  const { direction, overflowX } = getComputedStyle(body);
  const isCut = /hidden|clip/.test(overflowX + getComputedStyle(root).overflowX);
  // A modal that locks the page moves the body up, instead of the page.
  const top = Math.min(-scrollY, body.getBoundingClientRect().top);
  if (direction === 'rtl') {
    return { left: isCut ? 0 : -Infinity, top, right: clientWidth - scrollX, bottom: Infinity };
  }
  return { left: -scrollX, top, right: isCut ? clientWidth : Infinity, bottom: Infinity };
}

/** Returns true if an element clips its content. */
export function clipsContent({ overflow, contain }: CSSStyleDeclaration): boolean {
  return overflow !== 'visible' || containsPaint(contain);
}

function containsPaint(contain: string): boolean {
  return /paint|strict|content/.test(contain);
}

/** Returns the part of a box that remains within an element that may clip or scroll its content. */
export function clipByOverflow(element: Element, style: CSSStyleDeclaration, box: Box): Box {
  const isContained = containsPaint(style.contain);
  const [overflowX, overflowY] = [style.overflowX, style.overflowY].map((overflow) =>
    isContained && overflow === 'visible' ? 'clip' : overflow,
  ) as [string, string];
  // An inline box doesn't clip.
  if (style.display === 'inline' || (!isContained && isWindowOverflow(element))) return box;
  const own = element.getBoundingClientRect();
  const seen = intersect(box, own);
  let { left, top, right, bottom } = box;
  if (overflowX !== 'visible') ({ left, right } = seen);
  // A modal may lock the page by the height of its body.
  const isLock = element.localName === 'body' && !scrolls(overflowY);
  if (overflowY !== 'visible' && !isLock) ({ top, bottom } = seen);
  // All content of a scroller that can be seen can be reached. It doesn't scroll beyond its start.
  const { isRightToLeft, isUpward } = scrollDirectionOf(style);
  if (scrolls(overflowX) && right - left > 1) {
    const { scrollLeft } = element;
    [left, right] = isRightToLeft
      ? [-Infinity, own.right - scrollLeft]
      : [own.left - scrollLeft, Infinity];
  }
  if (scrolls(overflowY) && bottom - top > 1) {
    const { scrollTop } = element;
    [top, bottom] = isUpward
      ? [-Infinity, own.bottom - scrollTop]
      : [own.top - scrollTop, Infinity];
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

/** Returns the direction in which the content of a scroller continues. */
function scrollDirectionOf({ direction, display, flexDirection }: CSSStyleDeclaration) {
  const reversed = display.endsWith('flex') ? flexDirection : '';
  return {
    isRightToLeft: (direction === 'rtl') !== (reversed === 'row-reverse'),
    isUpward: reversed === 'column-reverse',
  };
}

const unlimited: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Returns a box around the area that a `clip-path` leaves. A path, or a shape in a file, isn't read. */
export function pathBox(clipPath: string, element: Element): Box {
  const [, shape, list = ''] = /^(\w+)\((.*)\)/.exec(clipPath) ?? [];
  const own = element.getBoundingClientRect();
  const { left, top, width, height } = own;
  const x = (length: string) => left + pixelsOf(length, width);
  const y = (length: string) => top + pixelsOf(length, height);
  if (shape === 'inset') {
    const [a = '0', b = a, c = a, d = b] = lengthsIn(list.replace(/ round .*/, ''));
    const [right, bottom] = [pixelsOf(b, width), pixelsOf(c, height)];
    return { left: x(d), top: y(a), right: own.right - right, bottom: own.bottom - bottom };
  }
  if (shape === 'polygon') {
    const points = list.split(', ').map(lengthsIn);
    const [xs, ys] = [0, 1].map((axis) => points.flatMap((point) => point[axis] ?? []));
    return boxAround(xs!.map(x), ys!.map(y));
  }
  if (shape === 'circle' || shape === 'ellipse') {
    const [radii = '', center = ''] = list.split(/ ?at /);
    const [radiusX, radiusY = radiusX] = lengthsIn(radii);
    const [centerX = '50%', centerY = '50%'] = lengthsIn(center);
    // A keyword such as `closest-side` is a radius that leaves an area.
    if (!radiusX || !radiusY) return unlimited;
    const diagonal = Math.hypot(width, height) / Math.SQRT2;
    const isRound = shape === 'circle';
    const [rx, ry] = [
      pixelsOf(radiusX, isRound ? diagonal : width),
      pixelsOf(radiusY, isRound ? diagonal : height),
    ];
    const [cx, cy] = [x(centerX), y(centerY)];
    return boxAround([cx - rx, cx + rx], [cy - ry, cy + ry]);
  }
  return unlimited;
}

/** Returns the computed lengths in a list, such as `10px`, `50%` and `calc(100% - 48px)`. */
function lengthsIn(list: string): readonly string[] {
  return list.match(/calc\([^)]*\)|-?[\d.]+(?:e-?\d+)?(?:px|%)/g) ?? [];
}

/** Returns the pixels of a computed length. */
function pixelsOf(length: string, whole: number): number {
  let pixels = 0;
  for (const [, sign, value, unit] of length.matchAll(/([+-] )?(-?[\d.]+(?:e-?\d+)?)(px|%)/g)) {
    const size = Number(value) * (unit === '%' ? whole / 100 : 1);
    pixels += sign === '- ' ? -size : size;
  }
  return pixels;
}

/** Returns the box around points. It has no area if the points are on a line. */
function boxAround(xs: readonly number[], ys: readonly number[]): Box {
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
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
