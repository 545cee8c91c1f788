import type { css } from 'lit';

/**
 * Returns the styles of a message: its color, and its icon next to its rows. The check mark and the exclamation mark are borders,
 * because some fonts lack the characters, and forced colors keep borders.
 */
export function messageStyles(tag: typeof css) {
  return tag`
    .done,
    .failed {
      box-sizing: border-box;
      padding-inline-start: 1.25em;
    }
    .done {
      color: color-mix(in srgb, currentColor 55%, #0a0);
    }
    .failed {
      color: color-mix(in srgb, currentColor 55%, #f00);
    }
    .done::before,
    .failed::before {
      content: '';
      position: absolute;
      box-sizing: border-box;
      margin-inline-start: -1.25em; /* from the first letter, in any alignment */
      border: 0 solid;
    }
    .done::before {
      width: 0.4em;
      height: 0.75em;
      margin-block-start: calc((1lh - 0.9em) / 2);
      margin-inline-start: -1.05em; /* the rotated box is wider */
      border-width: 0 0.15em 0.15em 0;
      rotate: 45deg;
    }
    .failed::before {
      width: 0.15em;
      height: 0.75em;
      margin-block-start: calc((1lh - 0.75em) / 2);
      border-width: 0.48em 0 0.15em;
    }
  `;
}
