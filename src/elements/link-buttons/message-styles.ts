import type { css } from 'lit';

/** Returns the styles of a message: its color, and its icon next to its rows. */
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
      position: absolute;
      margin-inline-start: -1.25em; /* from the first letter, in any alignment */
    }
    .done::before {
      content: '✓' / '';
    }
    .failed::before {
      content: '!' / '';
      font-weight: 700;
    }
  `;
}
