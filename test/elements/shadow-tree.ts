/** The first element of an element's shadow tree that is this part. */
export function part<E extends HTMLElement = HTMLElement>(
  element: Element,
  name: string,
): E | null {
  return element.shadowRoot!.querySelector<E>(`[part='${name}']`);
}

/** A text as it is read: without the white space of its markup. */
export function readable(text: string | null | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim();
}

/** Returns the text that a `<financing-estimate>` shows in its line, if it has one, without the button. */
export function lineOf(element: Element): string | undefined {
  const payment = part(element, 'payment');
  if (!payment) return undefined;
  const terms = [inLine(element, 'apr'), inLine(element, 'down-payment')];
  return readable([payment, ...terms].map((text) => text!.textContent).join(' '));
}

/** Of the line, what is this part or has this class. */
export function inLine(element: Element, name: string): HTMLElement | null {
  return element.shadowRoot!.querySelector<HTMLElement>(`.${name}, [part='${name}']`);
}
