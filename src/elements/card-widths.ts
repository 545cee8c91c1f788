import { css } from 'lit';

/** In a container below this width, the button that opens the details has its own row in the card. */
export const narrowCard = css`20.5em`;

/** In a container below this width, the tiles of the card are below each other. */
export const narrowestCard = css`15em`;
