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
import { oncePerPass } from './once-per-pass.js';
import { parentOf } from './node-parent.js';

/** Returns the text nodes of an element that can be painted. */
export function textsOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, 4); // NodeFilter.SHOW_TEXT
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const isCode = /^(style|script|noscript)$/.test(text.parentElement!.localName);
    if (!isCode && text.data.trim()) texts.push(text);
  }
  return texts;
}

/** Returns true if the shopper sees a text or an element, either at once or after scrolling. */
export const isPainted = oncePerPass((node: Text | Element): boolean => {
  const parent = parentToPaint(node);
  if (!parent || parent.skips(node) || parent.isTransparent || parent.isTurnedAway) return false;
  if (parent.style.visibility !== 'visible') return false;
  if (isText(node) && parent.hasTransparentText) return false;
  const rects: Box[] = isText(node) ? rectsOf(node).map(inkOf) : rectsOf(node);
  return rects.some((rect) => hasArea(intersect(parent.boxFor('flow'), rect)));
});

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
  const around = surroundingsOf(parent);
  if (!around.hasBox) return isPlaceVisible(parent);
  return (
    !around.skips(element) &&
    !around.isTransparent &&
    around.style.visibility === 'visible' &&
    rectsOf(parent).some((rect) => hasArea(intersect(around.boxFor('flow'), withSize(rect))))
  );
}

function isText(node: Node): node is Text {
  return node.nodeType === 3; // Node.TEXT_NODE
}

function rectsOf(node: Text | Element): DOMRect[] {
  if (!isText(node)) return [...node.getClientRects()];
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
}

/** Returns the element whose styles paint a node: the parent of a text, or the element itself. */
function parentToPaint(node: Text | Element): Surroundings | undefined {
  const element = isText(node) ? flatParentOf(node) : node;
  return element && surroundingsOf(element);
}

/** Returns the parent in the tree that is drawn, in which the slots of a component contain the content of its host. */
function flatParentOf(node: Node): Element | undefined {
  const parent: Node | undefined = (node as Element).assignedSlot ?? parentOf(node);
  return parent && (parent.nodeType === 1 ? (parent as Element) : flatParentOf(parent));
}

/** An opacity below this can't be seen. */
const minOpacity = 0.05;

/** The effects of an element and its ancestors on the text in it. Reads a style only when it's needed, and once per pass. */
class Surroundings {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly parent: Surroundings | undefined;
  readonly #boxes: Partial<Record<Positioning, Box>> = {};
  #isSkipped: boolean | undefined;
  #opacity: number | undefined;
  #hasLine: boolean | undefined;

  constructor(element: Element) {
    const parent = flatParentOf(element);
    this.element = element;
    this.style = getComputedStyle(element);
    this.parent = parent && surroundingsOf(parent);
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

  get isTransparent(): boolean {
    return this.opacity < minOpacity;
  }

  /** The opacity of the element and its ancestors together. */
  get opacity(): number {
    return (this.#opacity ??= this.#ownOpacity() * (this.parent?.opacity ?? 1));
  }

  #ownOpacity(): number {
    const { opacity, filter } = this.style;
    const [, filtered = '1', unit] = /opacity\(([\d.e-]+)(%?)/.exec(filter) ?? [];
    const own = (Number(opacity) * Number(filtered)) / (unit ? 100 : 1);
    const left = isMasked(this.style) ? 0 : own;
    return left < 1 && !this.hasBox ? 1 : left;
  }

  /** True if a tag marks the text as removed, or if a line goes through it. */
  get isCrossedOut(): boolean {
    return this.isDeleted || this.isStruckThrough;
  }

  get isDeleted(): boolean {
    return /^(del|s|strike)$/.test(this.element.localName) || this.parent?.isDeleted === true;
  }

  get isStruckThrough(): boolean {
    return (this.#hasLine ??=
      this.style.textDecorationLine.includes('line-through') ||
      (this.parent?.isStruckThrough === true && continuesLine(this.style)));
  }

  /** True if the text has a transparent color, unless a background is painted in the shape of the text. */
  get hasTransparentText(): boolean {
    const alpha = /(?:^rgba.*, |\/ )([\d.e-]+)\)$/.exec(this.style.webkitTextFillColor)?.[1];
    return Number(alpha ?? 1) < minOpacity && !this.hasTextBackground;
  }

  get hasTextBackground(): boolean {
    const { backgroundClip, webkitBackgroundClip } = this.style;
    const isOwn = (backgroundClip || webkitBackgroundClip).includes('text');
    return isOwn || this.parent?.hasTextBackground === true;
  }

  /** True on the back of a card that is turned over. */
  get isTurnedAway(): boolean {
    const isBack = this.style.backfaceVisibility === 'hidden' && this.turn.m33 < 0;
    return isBack || this.parent?.isTurnedAway === true;
  }

  /** The rotation of the element in the space that it shares with its ancestors. */
  get turn(): DOMMatrix {
    const { transform } = this.style;
    const own = new DOMMatrix(transform === 'none' ? '' : transform);
    const isShared = this.parent?.style.transformStyle === 'preserve-3d';
    return isShared ? this.parent.turn.multiply(own) : own;
  }

  get hasBox(): boolean {
    return this.style.display !== 'contents';
  }

  /** Returns where content in the element can be seen, either at once or after scrolling. */
  boxFor(positioning: Positioning): Box {
    return (this.#boxes[positioning] ??= this.#findBox(positioning));
  }

  #findBox(positioning: Positioning): Box {
    const { element, style, parent } = this;
    if (!parent) return viewportBox(element, positioning);
    const { position, clipPath } = style;
    const isPositioned = position !== 'static';
    const clipsOverflow = clipsContent(style);
    const clips = clipsOverflow || clipPath !== 'none' || isPositioned;
    if ((positioning === 'flow' && !clips) || !this.hasBox) return parent.boxFor(positioning);

    const isContainer =
      positioning === 'flow' || (positioning === 'absolute' && isPositioned) || holdsFixed(style);
    const isPage = element.localName === 'body'; // a modal may lock the page by fixing it
    const isInFlow = isPage || (position !== 'absolute' && position !== 'fixed');
    const own = isInFlow ? 'flow' : position;
    let box = parent.boxFor(isContainer ? own : positioning);
    if (isContainer && clipsOverflow) box = clipByOverflow(element, style, box);
    // These clip everything in the element.
    if (clipPath !== 'none') box = intersect(box, pathBox(clipPath, element));
    if (own !== 'flow' && style.clip !== 'auto') box = intersect(box, clipBox(style.clip, element));
    return box;
  }
}

/** Returns true if a mask leaves nothing: a gradient of transparent colors, or a mask without width or height. */
function isMasked({ webkitMaskImage: image, webkitMaskSize: size }: CSSStyleDeclaration): boolean {
  if (image === 'none') return false;
  const opaque = image.replace(/rgba\([^)]*, 0\)/g, '');
  const isTransparent = image.includes('gradient(') && !/rgb|color|lab|lch|url/.test(opaque);
  return isTransparent || /(^| )0(px|%)( |$)/.test(size);
}

const surroundingsOf = oncePerPass((element: Element) => new Surroundings(element));

/** Returns false for elements that the line of a parent doesn't go through (CSS Text Decoration, section 2). */
function continuesLine({ position, float, display }: CSSStyleDeclaration): boolean {
  const isInFlow = position !== 'absolute' && position !== 'fixed' && float === 'none';
  return isInFlow && !display.startsWith('inline-');
}
