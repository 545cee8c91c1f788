/** A URL that may become a link or a redirect: http or https, nothing that could run; undefined for any other. */
export function webUrl(text = ''): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  // Its origin stands in a Content-Security-Policy, where `;` and `,` would end what they stand in.
  return /^https?:\/\/[a-z\d.:[\]_-]+$/.test(origin) ? href : undefined;
}
