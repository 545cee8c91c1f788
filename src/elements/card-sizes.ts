import { css } from 'lit';

/** Sizes of `layout="card"`, for the card and for the space that's reserved for it. */
export const cardSizes = {
  /** In a container below this width, the button that opens the details has its own row. */
  narrow: css`20.5em`,
  /** In a container below this width, the tiles are below each other. */
  narrowest: css`15em`,
  /** The height of the heading and the tiles, without the border. It depends only on the font size, so it can be reserved. */
  height: css`9.6375em`,
  /** The additional height of tiles that are below each other. */
  columnHeight: css`2.9em`,
};
