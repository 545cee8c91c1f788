/** Returns the first part with this name in an element's shadow tree. */
export function part<E extends HTMLElement = HTMLElement>(
  element: Element,
  name: string,
): E | null {
  return element.shadowRoot!.querySelector<E>(`[part='${name}']`);
}

/** Collapses the white space of the markup, so that the text is as a person reads it. */
export function readable(text: string | null | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim();
}

/** Returns the payment of a `<financing-estimate>` without its term, or undefined if there is no line. */
export function paymentOf(element: Element): string | undefined {
  return readable(part(element, 'payment')?.textContent)?.split(' for ')[0];
}

/** Returns the text of a `<financing-estimate>`'s line without its button, or undefined if there is no line. */
export function lineOf(element: Element): string | undefined {
  const payment = part(element, 'payment');
  if (!payment) return undefined;
  const terms = [inLine(element, 'apr'), inLine(element, 'down-payment')];
  return readable([payment, ...terms].map((text) => text!.textContent).join(' '));
}

/** Returns the first element of the line that has this part name or class. */
export function inLine(element: Element, name: string): HTMLElement | null {
  return element.shadowRoot!.querySelector<HTMLElement>(`.${name}, [part='${name}']`);
}

/** Returns the element that shows the term. In a narrow column, a style adds the term to the row of the APR. */
export function termOf(element: Element): HTMLElement {
  const months = inLine(element, 'months')!;
  return months.getClientRects().length > 0 ? months : inLine(element, 'term')!;
}
