/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly markup: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds markup from a template: every value in it is escaped, unless it was built here itself. */
export function html(
  strings: TemplateStringsArray,
  ...values: (string | Html | undefined)[]
): Html {
  const parts = strings.map((text, index) => text + toMarkup(values[index]));
  return { markup: parts.join('') };
}

/** Joins pieces of markup. */
export function join(pieces: readonly Html[]): Html {
  return { markup: pieces.map(({ markup }) => markup).join('') };
}

function toMarkup(value: string | Html | undefined): string {
  if (typeof value === 'object') return value.markup;
  return (value ?? '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
