/** The facts of an estimate side by side. */
import type { TemplateResult } from 'lit';
import type { Text } from '../../words/script-text.js';
import type { DialogDependencies } from './dialog-frame.js';

type Values = ReturnType<DialogDependencies['valuesOf']>;

/** Renders the tiles of an estimate. Screen readers need a sentence next to them, because single words are hard to follow. */
export function renderTiles(
  { html }: Pick<DialogDependencies, 'html'>,
  text: Text,
  values: Values,
): TemplateResult {
  return html`<div part="tiles" aria-hidden="true" translate="no">
    ${tilesOf(text, values).map(
      ([before, value, after]) =>
        html`<div part="tile">
          <span>${before}</span> <b part="tile-value">${value}</b> <span>${after}</span>
        </div>`,
    )}
  </div>`;
}

/** A tile: the text before its value, the value, and the text after it. */
type Tile = readonly [before: string, value: string | number, after: string];

/** Returns the tiles of an estimate. If the term isn't known, `months` is empty, and there are only two. */
function tilesOf(text: Text, values: Values): Tile[] {
  const term = values.months === 1 ? text.tilePaymentsOfOne : text.tilePayments;
  return [...(values.months ? [term] : []), text.apr, text.tileDueToday].map((tile) => {
    const [before = '', name, after = ''] = tile.split(/\{(\w+)\}/);
    return [before.trim(), values[name as keyof Values], after.trim()];
  });
}

/**
 * Returns the styles of the tiles. They have the same width unless a word needs more. The negative margins put their outer
 * borders where `overflow` cuts them off, in any number of rows.
 */
export function tileStyles(css: DialogDependencies['css']) {
  return css`
    [part='tiles'] {
      display: flex;
      flex-wrap: wrap;
      overflow: hidden;
      border: 1px solid color-mix(in srgb, currentColor 14%, transparent);
      border-radius: 0.75em;
      line-height: 1.4;
      overflow-wrap: break-word;
    }
    [part='tile'] {
      box-sizing: border-box;
      flex: 1 1 5em;
      min-width: min-content;
      max-width: 100%;
      margin-block-start: -1px;
      margin-inline-start: -1px;
      padding: 0.5em 0.75em;
      border: 0 solid color-mix(in srgb, currentColor 14%, transparent);
      border-block-start-width: 1px;
      border-inline-start-width: 1px;
    }
    [part='tile-value'] {
      display: block;
      font-size: 1.125em;
      font-weight: 600;
    }
    [part='tile'] span {
      color: color-mix(in srgb, currentColor 80%, transparent);
      font-size: 0.875em;
    }
  `;
}
