/**
 * The part of the link buttons that runs after a click: it creates links, delivers them, and tracks their applications.
 * Loaded on demand.
 */
import type { css, html, TemplateResult } from 'lit';
import type { ClientContext } from '../../../client/context.js';
import { createLinkClient, type LinkClient } from '../../../client/link-client.js';
import type { Text } from '../../../words/script-text.js';
import { LinkFlow, type LinkFlowParts } from './link-flow.js';
import type { LinkClicks, LinkHost } from '../link-host.js';
import type { ShownLink } from './link-state.js';
import { placeMessages } from './message-place.js';
import { messageStyles } from './message-styles.js';
import { renderLink, shownLinkStyles } from './shown-link.js';

export { linkTexts } from '../../../words/link-text.js';

/** The parts of the script that links use. */
export interface AfterClickParts extends Omit<LinkFlowParts, 'client'> {
  readonly css: typeof css;
  readonly html: typeof html;
  pageContext(): ClientContext;
}

export type AfterClick = ReturnType<typeof createAfterClick>;

/** Creates what the link buttons of a page share. */
export function createAfterClick(parts: AfterClickParts) {
  let context: ClientContext | undefined;
  let client: LinkClient;

  /** Returns the page's client. It keeps its idempotency keys until the page sets another `fetch`. */
  function pageLinkClient(): LinkClient {
    const current = parts.pageContext();
    if (current !== context) client = createLinkClient((context = current), parts);
    return client;
  }

  return {
    createFlow: <Body extends object>(host: LinkHost<Body>, clicks: LinkClicks<Body>) =>
      new LinkFlow(host, clicks, { ...parts, client: pageLinkClient }),
    placeMessages,
    styles: parts.css`${messageStyles(parts.css)} ${shownLinkStyles(parts.css)}`,
    renderLink: (link: ShownLink, text: Text): TemplateResult => renderLink(parts.html, link, text),
  };
}
