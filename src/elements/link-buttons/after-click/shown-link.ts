import type { css, html, TemplateResult } from 'lit';
import type { Text } from '../../../words/script-text.js';
import type { ShownLink } from './link-state.js';

/** Renders a link that isn't opened. A QR code is a card that a clerk shows to the customer. */
export function renderLink(
  tag: typeof html,
  { url, code, isAddress }: ShownLink,
  text: Text,
): TemplateResult {
  return tag`${
    code &&
    tag`<div part="qr-card">
        <svg viewBox=${code.viewBox} role="img" aria-label=${text.qrCode}>
          <path d=${code.path} />
        </svg>
        <div part="qr-caption">${text.scan}</div>
      </div>`
  }<a part="link" href=${url} target="_blank" rel="noopener noreferrer"
      >${isAddress ? tag`<span class="address">${url}</span>` : text.continue}
      <span class="spoken">${text.opensWindow}</span></a
    >`;
}

/** Returns the styles of a link that isn't opened. The card is white even on dark pages: scanners need dark on light. */
export function shownLinkStyles(tag: typeof css) {
  return tag`
    [part='qr-card'] {
      box-sizing: border-box;
      width: min(16em, 100%);
      margin-block-start: 0.5em;
      padding: 0.5em 0.5em 1em;
      border: 1px solid #ccc;
      border-radius: 0.75em;
      background: #fff;
      color: #1c1c1a;
      text-align: center;
      text-wrap: balance;
      forced-color-adjust: none;
    }
    [part='qr-card'] svg {
      display: block;
      width: 100%;
      background: #fff;
      fill: #000;
    }
    [part='qr-caption'] {
      padding-inline: 0.5em;
      font-weight: 500;
    }
    [part='link'] {
      display: inline-block;
      padding: 0.5em 0;
      color: inherit;
    }
  `;
}
