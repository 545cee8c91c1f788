/** The maximum thickness of a line, in pixels. */
const maxThickness = 4;

/**
 * Returns true if a pseudo-element or an empty child draws a line through the middle of an element, as themes do for a slanted
 * line. A dash, a dot, or a line that shows only on hover isn't one. The caller makes sure that the element is positioned.
 * WebKit has wrong positions in an inline box that isn't at the top of its block.
 */
export function hasDrawnStrikethrough(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return decorationsOf(element).some((style) => {
    if (style.position !== 'absolute') return false;
    const borders = parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth);
    const thickness = Math.max(parseFloat(style.height), borders);
    const middle = parseFloat(style.top) + thickness / 2;
    const { a, b } = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    const isWide = parseFloat(style.width) * Math.hypot(a, b) > width / 2;
    const isThin = thickness > 0 && thickness <= maxThickness;
    const isInMiddle = middle > height * 0.25 && middle < height * 0.75;
    return isWide && isThin && isInMiddle && Number(style.opacity) > 0;
  });
}

/** Returns the styles of the pseudo-elements and of the empty children. */
function decorationsOf(element: Element): readonly CSSStyleDeclaration[] {
  const pseudos = ['::before', '::after']
    .map((pseudo) => getComputedStyle(element, pseudo))
    .filter(({ content }) => !/^(none|normal)$/.test(content));
  const empty = [...element.children].filter((child) => !child.firstChild);
  return [...pseudos, ...empty.map((child) => getComputedStyle(child))];
}
