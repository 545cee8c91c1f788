import { html, nothing, type TemplateResult } from 'lit';
import type { Text } from '../../words/text.js';
import type { LinkState, ShownLink } from './link-state.js';

/** Renders what a button says about its state. */
export function renderMessage(
  state: LinkState,
  text: Text,
): TemplateResult | string | typeof nothing {
  switch (state.kind) {
    case 'idle':
      return nothing;
    case 'asking-phone':
      return renderMessage(state.behind, text);
    case 'creating':
      return html`<span class="spoken">${text.opening}</span>`;
    case 'sent':
      return text.sent;
    case 'shown':
      return state.link ? renderLink(state.link, text) : text[state.text!];
    case 'failed': {
      const words = text[state.text];
      // The page's slot is for general failures; a refused number needs its own message.
      return state.text === 'notSent' ? words : html`<slot name="error">${words}</slot>`;
    }
  }
}

function renderLink({ url, code }: ShownLink, text: Text): TemplateResult {
  return html`${
      code &&
      html`<svg viewBox=${code.viewBox} role="img" aria-label=${text.qrCode}>
        <path d=${code.path} />
      </svg>`
    }<a part="link" href=${url} target="_blank" rel="noopener noreferrer"
      >${text.continue} <span class="spoken">${text.opensWindow}</span></a
    >`;
}
