/**
 * A link to the playground carries a style sheet, which then applies in the page of the person who follows the link. So
 * it may name no address that the page would load from, and no end tag that would end a `<style>` of a snippet.
 * Backslashes could write the same as escapes.
 */
const refused = /\\|@import|@font-face|@namespace|<\/|(?:url|src|image|image-set)\s*\(/i;

/** Returns why a style sheet cannot be used, as a sentence; undefined for one that can. */
export function cssProblem(css: string): string | undefined {
  const [found] = refused.exec(css) ?? [];
  return found === undefined
    ? undefined
    : `Remove ${found.trim()}: files, fonts and escapes cannot be used here.`;
}
