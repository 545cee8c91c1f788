import { css } from 'lit';

/**
 * The gap between a button and the next one, even if there is no white space between their tags. In a narrow container, the
 * next button is below the first one. A button that fills the container has no margin at its end, which would overflow.
 */
export const gapBefore = css`
  margin-block: 0 0.5em;
  margin-inline: 0 clamp(0em, (100% - max(24em, var(--financing-button-width, 0px))) * 999, 0.5em);
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
 * The padding above it is half an em of the button. On a short button, only the spinner fits.
 */
export const buttonStyles = css`
  :host {
    position: relative;
    display: inline-block;
    width: var(--financing-button-width, auto);
    max-width: 100%;
  }
  button {
    position: relative;
    box-sizing: border-box;
    min-height: max(44px, 2.75em);
    padding: 0.5em min(1.5em, 8vw);
    border: 1px solid var(--financing-button-border-color, currentColor);
    border-radius: var(--financing-button-radius, 0.5em);
    background: var(--financing-button-background, none);
    color: var(--financing-button-color, inherit);
    font: inherit;
    font-weight: 600;
    letter-spacing: inherit;
    text-transform: inherit;
    text-wrap: balance;
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
  [aria-disabled] [part='label'] {
    visibility: hidden;
  }
  [part='busy-label'] {
    container-type: inline-size;
    position: absolute;
    inset: 0;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
  }
  @container (width < 8em) {
    [part='busy-label'] bdi {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  [part='spinner'] {
    flex: none;
    box-sizing: border-box;
    width: 1em;
    height: 1em;
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
    padding-block-start: 0.57em;
  }
`;
