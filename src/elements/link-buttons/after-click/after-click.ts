/**
 * The code of the link buttons that runs after a click: it creates links, delivers them, and tracks their applications.
 * Loaded on demand.
 */
import type { css, html, TemplateResult } from 'lit';
import type { ClientContext } from '../../../client/context.js';
import { createLinkClient, type LinkClient } from '../../../client/link-client.js';
import type { Text } from '../../../words/script-text.js';
import { LinkFlow, type LinkFlowDependencies } from './link-flow.js';
import type { LinkClicks, LinkHost } from '../link-host.js';
import type { ShownLink } from './link-state.js';
import { placeMessages } from './message-place.js';
import { messageStyles } from './message-styles.js';
import { renderLink, shownLinkStyles } from './shown-link.js';

export { linkTexts } from '../../../words/link-text.js';

/** The functions that the after-click code gets from the script. */
export interface AfterClickDependencies extends Omit<LinkFlowDependencies, 'client'> {
  readonly css: typeof css;
  readonly html: typeof html;
  pageContext(): ClientContext;
}

export type AfterClick = ReturnType<typeof createAfterClick>;

/** Creates what the link buttons of a page share. */
export function createAfterClick(dependencies: AfterClickDependencies) {
  const { css, html } = dependencies;
  let context: ClientContext | undefined;
  let client: LinkClient;

  /** Returns the page's client. It keeps its idempotency keys until the page sets another `fetch`. */
  function pageLinkClient(): LinkClient {
    const current = dependencies.pageContext();
    if (current !== context) client = createLinkClient((context = current), dependencies);
    return client;
  }

  return {
    createFlow: <Body extends object>(host: LinkHost<Body>, clicks: LinkClicks<Body>) =>
      new LinkFlow(host, clicks, { ...dependencies, client: pageLinkClient }),
    placeMessages,
    styles: css`
      ${messageStyles(css)} ${shownLinkStyles(css)}
    `,
    renderLink: (link: ShownLink, text: Text): TemplateResult => renderLink(html, link, text),
  };
}
