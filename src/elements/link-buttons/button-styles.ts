import { css } from 'lit';

/**
 * The gap between a button and the next one, even if there is no white space between their tags. In a narrow container, the
 * next button is below the first one.
 */
export const gapBefore = css`
  margin-block: 0 0.5em;
  margin-inline: 0 clamp(0em, (100% - 24em) * 999, 0.5em);
`;

export const followedStyles = css`
  :host {
    ${gapBefore}
  }
`;

/**
 * The styles of the two link buttons. By default, a button uses the page's own color and font, so it's readable on any
 * background. It fills its element. Hover and press tint it with the color of its text. With `contain`, a message adds no width
 * to the element and has no baseline, so it doesn't move its neighbors. `placeMessages` makes it wider than a short button.
 */
export const buttonStyles = css`
  :host {
    position: relative;
    display: inline-block;
    max-width: 100%;
  }
  button {
    position: relative;
    box-sizing: border-box;
    min-height: max(44px, 2.75em);
    padding: 0.5em 1.5em;
    border: 1px solid var(--financing-button-border-color, currentColor);
    border-radius: var(--financing-button-radius, 0.5em);
    background: var(--financing-button-background, none);
    color: var(--financing-button-color, inherit);
    font: inherit;
    font-weight: 500;
    letter-spacing: inherit;
    text-transform: inherit;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 2px solid var(--financing-focus-color, var(--page-color, currentColor));
    outline-offset: 3px;
  }
  [part='button'] {
    width: 100%;
  }
  button:hover {
    box-shadow: inset 0 0 0 99em color-mix(in srgb, currentColor 8%, transparent);
  }
  button:active {
    box-shadow: inset 0 0 0 99em color-mix(in srgb, currentColor 14%, transparent);
  }
  button:is(:disabled, [aria-disabled]) {
    box-shadow: none;
    cursor: default;
  }
  :disabled {
    opacity: 0.6;
  }
  [part='spinner'] {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.25em;
    box-sizing: border-box;
    width: 1em;
    height: 1em;
    margin: auto;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    [part='spinner'] {
      animation: turn 1s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  .below {
    contain: layout;
    width: 0;
    min-width: 100%;
  }
  [part='message'] {
    position: relative;
    max-width: calc(100vw - 16px);
    font-size: 0.875em;
    overflow-wrap: anywhere;
  }
  [part='message'][class] {
    padding-block-start: 0.5em;
  }
  .done {
    color: color-mix(in srgb, currentColor 55%, #0a0);
  }
  .failed {
    color: color-mix(in srgb, currentColor 55%, #f00);
  }
  .done::before {
    content: '✓ ' / '';
  }
  .failed::before {
    content: '! ' / '';
    font-weight: 700;
  }
  svg {
    display: block;
    width: min(192px, 100%);
    background: #fff;
    fill: #000;
    forced-color-adjust: none;
  }
  [part='link'] {
    display: inline-block;
    padding: 0.5em 0;
    color: inherit;
  }
`;
