/** Whether elements take over what a server has rendered, as lit can. In the script, lean/hydration.ts says no. */
export const hydrates: boolean = true;
