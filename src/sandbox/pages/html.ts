/** Markup that is safe to insert into a page. */
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

/** Builds markup from a template. Values are escaped unless they are markup themselves. */
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
