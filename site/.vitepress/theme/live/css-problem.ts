/**
 * A link to the playground contains a style sheet, which applies to the page of the person who follows the link. So it must not
 * contain an address that the page would load, or an end tag that would close the `<style>` of a snippet. Backslashes are
 * refused, too, because they could escape either.
 */
const refused = /\\|@import|@font-face|@namespace|<\/|(?:url|src|image|image-set)\s*\(/i;

/** Returns a sentence that says why a style sheet can't be used, or undefined if it can. */
export function cssProblem(css: string): string | undefined {
  const [found] = refused.exec(css) ?? [];
  return found === undefined
    ? undefined
    : `Remove ${found.trim()}: files, fonts and escapes cannot be used here.`;
}
