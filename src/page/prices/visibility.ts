import {
  type Box,
  clipBox,
  clipByOverflow,
  clipsContent,
  hasArea,
  holdsFixed,
  intersect,
  pathBox,
  type Positioning,
  viewportBox,
  withSize,
} from './clipping.js';
import { hasDrawnStrikethrough } from './strikethrough.js';
import { oncePerPass } from './once-per-pass.js';
import { parentOf } from './node-parent.js';

/** The tags of this package. The text in them is never part of a price, and is visible only until the first estimate. */
export const ownTags = 'financing-estimate, prequal-button, pay-over-time-button';

/**
 * Returns the nodes in an element in the tree that is drawn, in which the shadow tree of a component and the content of its
 * slots replace its children. Leaves out the tags of this package, which pages put inside the element of a price.
 */
export function nodesIn(node: Node, nodes: Node[] = []): readonly Node[] {
  const slotted = (node as Partial<HTMLSlotElement>).assignedNodes?.() ?? [];
  const children = slotted[0] ? slotted : ((node as Element).shadowRoot ?? node).childNodes;
  for (const child of children) {
    if ((child as Partial<Element>).matches?.(ownTags)) continue;
    nodes.push(child);
    nodesIn(child, nodes);
  }
  return nodes;
}

/** Returns the text nodes of an element that can be painted. */
export const textsOf = oncePerPass((element: Element): readonly Text[] =>
  nodesIn(element).filter((node): node is Text => {
    if (!isText(node) || !node.data.trim()) return false;
    return !/^(style|script|noscript)$/i.test(node.parentNode!.nodeName);
  }),
);

/** Returns true if the shopper sees a text or an element, either at once or after scrolling. */
export const isPainted = oncePerPass((node: Text | Element) => isPaintedIn(node));

/** Returns the same for the box of an ancestor, regardless of what cuts that box off, such as the edge of a carousel. */
export function isPaintedIn(node: Text | Element, ancestor?: Element): boolean {
  const parent = parentToPaint(node);
  if (!parent || parent.skips(node) || parent.isInvisible || parent.hasTransparentText)
    return false;
  if (parent.style.visibility !== 'visible') return false;
  const rects: Box[] = isText(node) ? rectsOf(node).map(inkOf) : rectsOf(node);
  return rects.some((rect) => hasArea(intersect(parent.boxFor('flow', ancestor), rect)));
}

/** Returns the part of a text's rectangle that contains its digits. The rectangles of lines overlap if lines are close. */
function inkOf({ left, top, right, bottom, height }: DOMRect): Box {
  return { left, top: top + height * 0.15, right, bottom: bottom - height * 0.15 };
}

/** Returns true if a text or an element is marked as removed, or if a line goes through it. */
export function isCrossedOut(node: Text | Element): boolean {
  return parentToPaint(node)?.isCrossedOut === true;
}

/** Returns true if the shopper would see an element if it had content. */
export function isPlaceVisible(element: Element): boolean {
  const parent = flatParentOf(element);
  if (!parent) return true;
  const context = paintContextOf(parent);
  if (!context.hasBox) return isPlaceVisible(parent);
  return (
    !context.skips(element) &&
    !context.isInvisible &&
    context.style.visibility === 'visible' &&
    rectsOf(parent).some((rect) => hasArea(intersect(context.boxFor('flow'), withSize(rect))))
  );
}

function isText(node: Node): node is Text {
  return node.nodeType === 3; // Node.TEXT_NODE
}

/** Browsers update every range with each change of the page until its memory is freed, so all texts share one. */
const range = new Range();

/** Returns the rectangles of a text's lines, or of an element. */
export function rectsOf(node: Text | Element): DOMRect[] {
  if (!isText(node)) return [...node.getClientRects()];
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()];
  range.setEnd(document, 0); // otherwise the range would keep a removed text in memory
  return rects;
}

/** Returns the element whose styles paint a node: the parent of a text, or the element itself. */
function parentToPaint(node: Text | Element): PaintContext | undefined {
  const element = isText(node) ? flatParentOf(node) : node;
  return element && paintContextOf(element);
}

/** Returns the parent in the tree that is drawn, in which the slots of a component contain the content of its host. */
function flatParentOf(node: Node): Element | undefined {
  const parent: Node | undefined = (node as Element).assignedSlot ?? parentOf(node);
  return parent && (parent.nodeType === 1 ? (parent as Element) : flatParentOf(parent));
}

/** An opacity below this can't be seen. */
const minOpacity = 0.05;
/** The maximum blur of readable text, in pixels. */
const maxBlur = 1;

/** The effects of an element and its ancestors on the text in it. Reads a style only when it's needed, and once per pass. */
class PaintContext {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly parent: PaintContext | undefined;
  readonly #boxes: Partial<Record<Positioning, Box>> = {};
  #isSkipped: boolean | undefined;
  #opacity: number | undefined;
  #isDeleted: boolean | undefined;
  #hasLine: boolean | undefined;

  constructor(element: Element) {
    this.element = element;
    this.style = getComputedStyle(element);
    // An open modal or popover is painted above the page, without the effects of its ancestors.
    const isOnTop =
      /fixed|absolute/.test(this.style.position) && element.matches(':is(:modal, :popover-open)');
    const parent = isOnTop ? element.ownerDocument.documentElement : flatParentOf(element);
    this.parent = parent && paintContextOf(parent);
  }

  /** True if the browser skips the element, as in closed details. */
  get isSkipped(): boolean {
    return (this.#isSkipped ??= this.parent?.skips(this.element) ?? false);
  }

  /** Returns true if the browser skips a node in the element. Some browsers have rectangles for it nevertheless. */
  skips(node: Node): boolean {
    if (this.isSkipped || node === this.element) return this.isSkipped;
    const { contentVisibility } = this.style as { contentVisibility?: string };
    if (contentVisibility === 'hidden') return true;
    const isClosed =
      this.element.localName === 'details' && !(this.element as HTMLDetailsElement).open;
    return isClosed && node !== this.element.querySelector(':scope > summary');
  }

  get isInvisible(): boolean {
    return this.opacity < minOpacity;
  }

  /** The share of the content that the element and its ancestors leave visible, from 0 to 1. */
  get opacity(): number {
    return (this.#opacity ??= this.#ownOpacity() * (this.parent?.opacity ?? 1));
  }

  #ownOpacity(): number {
    const { style } = this;
    const isGone = isMasked(style) || this.#isTurnedAway() || this.#isBehind();
    const left = isGone ? 0 : Number(style.opacity) * filteredOpacity(style.filter);
    return left < 1 && !this.hasBox ? 1 : left;
  }

  /** Returns true on the back of a card that is turned over. */
  #isTurnedAway(): boolean {
    return this.style.backfaceVisibility === 'hidden' && this.turn.m33 < 0;
  }

  /** The rotation of the element in the space that it shares with its ancestors. */
  get turn(): DOMMatrix {
    const { transform, rotate } = this.style;
    const own = new DOMMatrix(rotationOf(rotate)).multiply(
      new DOMMatrix(transform === 'none' ? '' : transform),
    );
    const isShared = this.parent?.style.transformStyle === 'preserve-3d';
    return isShared ? this.parent.turn.multiply(own) : own;
  }

  /** Returns true if a negative `z-index` moves the element behind the background of an ancestor. */
  #isBehind(): boolean {
    const { style } = this;
    if (!(Number(style.zIndex) < 0) || style.position === 'static') return false;
    let ancestor = this.parent;
    while (ancestor && !ancestor.isLayer) {
      if (hasBackground(ancestor.style)) return true;
      ancestor = ancestor.parent;
    }
    return false;
  }

  /** True if a negative `z-index` in the element is still in front of its background. */
  get isLayer(): boolean {
    const { zIndex, position, isolation, opacity } = this.style;
    const isPage = /^(html|body)$/.test(this.element.localName);
    const isOwn = zIndex !== 'auto' || isolation === 'isolate' || Number(opacity) < 1;
    return isPage || isOwn || /fixed|sticky/.test(position) || holdsFixed(this.style);
  }

  /** True if a tag or a pseudo-element marks the text as removed, or if a line goes through it. */
  get isCrossedOut(): boolean {
    return this.isDeleted || this.isStruckThrough;
  }

  get isDeleted(): boolean {
    return (this.#isDeleted ??=
      /^(del|s|strike)$/.test(this.element.localName) ||
      this.#hasLineThroughText() ||
      this.parent?.isDeleted === true);
  }

  get isStruckThrough(): boolean {
    return (this.#hasLine ??=
      this.style.textDecorationLine.includes('line-through') ||
      (this.parent?.isStruckThrough === true && continuesLine(this.style)));
  }

  /** Returns true if a line is drawn through the text. A line behind a row with a heading isn't. */
  #hasLineThroughText(): boolean {
    const { position, fontSize } = this.style;
    if (position === 'static') return false;
    const { width, height } = this.element.getBoundingClientRect();
    if (height > 3 * parseFloat(fontSize) || !hasDrawnStrikethrough(this.element)) return false;
    const rects = textsOf(this.element).flatMap(rectsOf);
    const [left, right] = [rects.map((rect) => rect.left), rects.map((rect) => rect.right)];
    return Math.max(...right) - Math.min(...left) > width / 2;
  }

  /** True if the text has a transparent color, unless a background is painted in the shape of the text. */
  get hasTransparentText(): boolean {
    return alphaOf(this.style.webkitTextFillColor) < minOpacity && !this.hasTextBackground;
  }

  get hasTextBackground(): boolean {
    const { backgroundClip, webkitBackgroundClip } = this.style;
    const isOwn = (backgroundClip || webkitBackgroundClip).includes('text');
    return isOwn || this.parent?.hasTextBackground === true;
  }

  get hasBox(): boolean {
    return this.style.display !== 'contents';
  }

  /**
   * Returns where content in the element can be seen, either at once or after scrolling. With an ancestor, the ancestor's box
   * replaces the area that can be seen.
   */
  boxFor(positioning: Positioning, ancestor?: Element): Box {
    if (ancestor) return this.#findBox(positioning, ancestor);
    return (this.#boxes[positioning] ??= this.#findBox(positioning));
  }

  #findBox(positioning: Positioning, ancestor?: Element): Box {
    const { element, style, parent } = this;
    if (element === ancestor) return element.getBoundingClientRect();
    if (!parent) return viewportBox(element, positioning);
    const { position, clipPath } = style;
    const isPositioned = position !== 'static';
    const clipsOverflow = clipsContent(style);
    const clips = clipsOverflow || clipPath !== 'none' || isPositioned;
    if ((positioning === 'flow' && !clips) || !this.hasBox)
      return parent.boxFor(positioning, ancestor);

    const isContainer =
      positioning === 'flow' || (positioning === 'absolute' && isPositioned) || holdsFixed(style);
    const isPage = element.localName === 'body'; // a modal may lock the page by fixing it
    const isInFlow = isPage || (position !== 'absolute' && position !== 'fixed');
    const own = isInFlow ? 'flow' : position;
    let box = parent.boxFor(isContainer ? own : positioning, ancestor);
    if (isContainer && clipsOverflow) box = clipByOverflow(element, style, box);
    // These clip everything in the element.
    if (clipPath !== 'none') box = intersect(box, pathBox(clipPath, element));
    if (own !== 'flow' && style.clip !== 'auto') box = intersect(box, clipBox(style.clip, element));
    return box;
  }
}

/** Returns what a filter leaves of the content, from 0 to 1. */
function filteredOpacity(filter: string): number {
  if (filter === 'none') return 1;
  const [, blur = '0'] = /blur\(([\d.e-]+)px/.exec(filter) ?? [];
  const [, opacity = '1', unit] = /opacity\(([\d.e-]+)(%?)/.exec(filter) ?? [];
  return Number(blur) > maxBlur ? 0 : Number(opacity) / (unit ? 100 : 1);
}

/** Returns true if a mask leaves nothing: a gradient of transparent colors, or a mask without width or height. */
function isMasked(style: CSSStyleDeclaration): boolean {
  const image = style.webkitMaskImage;
  if (image === 'none') return false;
  const opaque = image.replace(/rgba\([^)]*, 0\)/g, '');
  const isTransparent = image.includes('gradient(') && !/rgb|color|lab|lch|url/.test(opaque);
  return isTransparent || /(^| )0(px|%)( |$)/.test(style.webkitMaskSize);
}

/** Returns the opacity of a computed color. */
function alphaOf(color: string): number {
  return Number(/(?:^rgba.*, |\/ )([\d.e-]+)\)$/.exec(color)?.[1] ?? 1);
}

function hasBackground({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean {
  return alphaOf(backgroundColor) > minOpacity || backgroundImage !== 'none';
}

/** Returns the function of `transform` for a computed `rotate`, such as `y 180deg` or `1 1 0 180deg`. A turn in the plane has none. */
function rotationOf(rotate = 'none'): string {
  const parts = rotate.split(' ');
  if (parts[3]) return `rotate3d(${parts.join()})`;
  return parts[1] ? `rotate${parts[0]}(${parts[1]})` : '';
}

const paintContextOf = oncePerPass((element: Element) => new PaintContext(element));

/** Returns false for elements that the line of a parent doesn't go through (CSS Text Decoration, section 2). */
function continuesLine({ position, float, display }: CSSStyleDeclaration): boolean {
  const isInFlow = position !== 'absolute' && position !== 'fixed' && float === 'none';
  return isInFlow && !display.startsWith('inline-');
}
