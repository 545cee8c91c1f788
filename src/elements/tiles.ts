/** The facts of an estimate side by side. Imports only types, because a lazily loaded file contains it. */
import type { TemplateResult } from 'lit';
import type { Tile } from '../words/tile-text.js';
import type { DialogDependencies } from './dialog-frame.js';

/** Renders the tiles. Screen readers need a sentence next to them, because single words are hard to follow. */
export function renderTiles(
  { html }: Pick<DialogDependencies, 'html'>,
  tiles: readonly Tile[],
): TemplateResult {
  return html`<div part="tiles" aria-hidden="true" translate="no">
    ${tiles.map(
      ([before, value, after]) =>
        html`<div part="tile">${before} <b part="tile-value">${value}</b> ${after}</div>`,
    )}
  </div>`;
}

/** The negative margins put the outer borders of the tiles where `overflow` cuts them off, in any number of rows. */
export function tileStyles(css: DialogDependencies['css']) {
  return css`
    [part='tiles'] {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5em), 1fr));
      overflow: hidden;
      border: 1px solid color-mix(in srgb, currentColor 14%, transparent);
      border-radius: 0.75em;
    }
    [part='tile'] {
      margin-block-start: -1px;
      margin-inline-start: -1px;
      padding: 0.5em 0.75em;
      border: 0 solid color-mix(in srgb, currentColor 14%, transparent);
      border-block-start-width: 1px;
      border-inline-start-width: 1px;
      font-size: 0.875em;
      line-height: 1.4;
    }
    [part='tile-value'] {
      display: block;
      font-size: 1.25em;
      font-weight: 600;
    }
  `;
}
