/** The maximum thickness of a line, in pixels. */
const maxThickness = 4;

/**
 * Returns true if a pseudo-element draws a line through the middle of an element, as themes do for a slanted line. The caller
 * makes sure that the element is positioned. WebKit has wrong positions in an inline box that isn't at the top of its block.
 */
export function hasDrawnLine(element: Element): boolean {
  const { height } = element.getBoundingClientRect();
  return ['::before', '::after'].some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (style.position !== 'absolute' || /^(none|normal)$/.test(style.content)) return false;
    const borders = parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth);
    const thickness = Math.max(parseFloat(style.height), borders);
    const middle = parseFloat(style.top) + thickness / 2;
    return thickness <= maxThickness && middle > height * 0.25 && middle < height * 0.75;
  });
}
