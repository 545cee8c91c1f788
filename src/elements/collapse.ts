import { css, type LitElement } from 'lit';
import { hasAddedStyles, toggleStyle } from './adopted-styles.js';

/** Takes an element out of the layout. An important rule of the shadow tree overrides every rule of the page. */
const collapsedStyles = css`
  :host {
    display: none !important;
  }
`;

/** Takes an element out of the layout except for its live region, which stays, invisibly. */
const announcingStyles = css`
  :host,
  .container {
    display: contents !important;
  }
  :host::before,
  :host::after,
  button {
    display: none !important;
  }
  [role='status'] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/**
 * Takes an element out of the layout, except for a live region that is in use, or puts it back. Uses a style sheet because
 * the host's attributes belong to the page, and old browsers have no custom states.
 */
export function collapse(element: LitElement, isCollapsed: boolean, isAnnouncing: boolean): void {
  if (!isCollapsed && !hasAddedStyles(element)) return;
  toggleStyle(element, collapsedStyles, isCollapsed && !isAnnouncing);
  toggleStyle(element, announcingStyles, isCollapsed && isAnnouncing);
  if (element.shadowRoot?.activeElement) keepFocus(element.shadowRoot);
}

/**
 * Moves the focus to the live region while a focused button is gone, for example because the amount can't be financed now,
 * and back to the button later. Otherwise the body would get the focus, and keyboard users would start at the top of the
 * page.
 */
export function keepFocus(root: ShadowRoot): void {
  const { activeElement } = root;
  const button = root.querySelector('button');
  const region = root.querySelector<HTMLElement>('[role=status]');
  if (activeElement !== region && hasBox(activeElement)) return;
  if (hasBox(button)) button.focus();
  else region?.focus();
}

/** True if the element is rendered. Safari before 17.4 has no `checkVisibility`. */
export function hasBox(element: Element | null): element is Element {
  return Boolean(element?.getClientRects()[0]);
}
