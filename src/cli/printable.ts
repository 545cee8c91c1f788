/**
 * Text that may come from others, for a terminal or a log. Replaces or escapes the characters that could control a terminal: set
 * its clipboard, clear its screen, or reverse the direction of a line.
 */

/** Control characters, line separators, and bidirectional control characters (Unicode UAX #9). */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Returns a line with a replacement for each such character. */
export const toPrintable = (line: string): string => line.replace(unprintable, '\uFFFD');

/** Returns a line of JSON with each such character escaped. `JSON.stringify` escapes only those below U+0020. */
export const escapeJson = (line: string): string =>
  line.replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns a report as lines of JSON, with these characters escaped. */
export const toJsonLines = (report: object): string[] =>
  JSON.stringify(report, null, 2).split('\n').map(escapeJson);
