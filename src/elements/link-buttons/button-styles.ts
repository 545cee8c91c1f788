import { css } from 'lit';

/**
 * The styles of the two link buttons, and of the form that asks for a phone number. A message is as wide as the button and
 * has no baseline (`contain`), so that it moves nothing beside it. The red of an error is mixed with the color of the
 * text, so that it is legible on light and on dark.
 */
export const buttonStyles = css`
  :host {
    position: relative;
    display: inline-block;
    max-width: 100%;
  }
  button {
    position: relative;
    min-height: 2.75em;
  }
  [part='spinner'] {
    position: absolute;
    inset: 0 0.25em 0 auto;
    width: 0.5em;
    height: 0.5em;
    margin: auto;
    border: 2px dotted;
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    [part='spinner'] {
      animation: turn 2s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  :disabled,
  [aria-disabled] {
    opacity: 0.6;
    cursor: default;
  }
  [part='message'] {
    contain: layout;
    width: 0;
    min-width: 100%;
    font-size: 0.875em;
  }
  [part='link'] {
    display: inline-block;
    padding: 0.5em 0;
    color: inherit;
  }
  form {
    display: grid;
    gap: 0.75em;
  }
  label {
    font-weight: 600;
  }
  [part='phone-input'] {
    box-sizing: border-box;
    width: 100%;
    min-height: 2.75em;
    margin-block-start: -0.5em;
    padding: 0.5em 0.75em;
    border: 1px solid;
    border-radius: 0.375em;
    background: none;
    color: inherit;
    font: inherit;
  }
  [aria-invalid] {
    border-color: color-mix(in srgb, currentColor 40%, #d00);
    box-shadow: 0 0 0 1px color-mix(in srgb, currentColor 40%, #d00);
  }
  #told {
    color: color-mix(in srgb, currentColor 40%, #d00);
  }
  #consent {
    font-size: 0.875em;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  [part='phone-submit'] {
    background: var(--financing-dialog-color, CanvasText);
    color: var(--financing-dialog-background, Canvas);
    forced-color-adjust: none;
    font-weight: 600;
  }
  [part='phone-cancel'] {
    border-color: transparent;
    background: none;
    color: inherit;
    text-decoration: underline;
  }
`;
