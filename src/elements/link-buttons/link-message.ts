import { html, nothing, type TemplateResult } from 'lit';
import type { Text } from '../../words/script-text.js';
import { afterClick } from './lazy-after-click.js';
import type { LinkState } from './after-click/link-state.js';

/** Returns the class of a button's message, which decides its color and its sign. */
export function messageKind(state: LinkState): 'done' | 'failed' | 'aborted' | typeof nothing {
  if (state.kind === 'failed') return 'failed';
  if (state.kind === 'sent') return 'done';
  if (state.kind !== 'shown' || state.link) return nothing;
  return state.text === 'aborted' ? 'aborted' : 'done';
}

/** Renders what a button says about its state. */
export function renderMessage(state: LinkState, text: Text): TemplateResult | typeof nothing {
  switch (state.kind) {
    case 'idle':
      return nothing;
    case 'asking-phone':
      return renderMessage(state.behind, text);
    case 'creating':
      return html`<span class="spoken">${text.opening}</span>`;
    case 'sent':
      return isolated(text.sent);
    case 'shown':
      return state.link
        ? (afterClick?.renderLink(state.link, text) ?? nothing)
        : isolated(text[state.text!]);
    case 'failed': {
      const words = isolated(text[state.text]);
      // The page's slot is for general failures; a refused number needs its own message.
      return state.text === 'notSent' ? words : html`<slot name="error">${words}</slot>`;
    }
  }
}

/** Keeps the order of English on a page from right to left. */
function isolated(words: string): TemplateResult {
  return html`<bdi>${words}</bdi>`;
}
