import type { html, TemplateResult } from 'lit';
import type { Text } from '../../words/text.js';
import type { ShownLink } from './link-state.js';

/** Renders a link that isn't opened, with its QR code if there is one. */
export function renderLink(
  tag: typeof html,
  { url, code, isAddress }: ShownLink,
  text: Text,
): TemplateResult {
  return tag`${
    code &&
    tag`<svg viewBox=${code.viewBox} role="img" aria-label=${text.qrCode}>
        <path d=${code.path} />
      </svg>`
  }<a part="link" href=${url} target="_blank" rel="noopener noreferrer"
      >${isAddress ? tag`<span class="address">${url}</span>` : text.continue}
      <span class="spoken">${text.opensWindow}</span></a
    >`;
}
