const maxLength = 60;

/** A value in quotes, on one line and cut to a length that fits a console. */
export function quoted(value: unknown): string {
  const text = String(value).trim().replace(/\s+/g, ' ');
  return `"${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}"`;
}

/** A property if it is set, else the attribute; undefined without either. */
export function valueOf(element: Element, property: string, attribute = property): unknown {
  const value = (element as unknown as Record<string, unknown>)[property];
  return value ?? element.getAttribute(attribute) ?? undefined;
}

/** The selector of the price that an element follows; undefined for a button, which follows none. */
export function selectorOf(element: Element): unknown {
  return 'amountFrom' in element ? valueOf(element, 'amountFrom', 'amount-from') : undefined;
}

/** A URL without user info, path details or query, which may hold secrets. */
export function originOf(url: string): string | undefined {
  try {
    return new URL(url, document.baseURI).origin;
  } catch {
    return undefined;
  }
}
