/** The lean base renders anew what a server has rendered. */
export const hydrates = false;
