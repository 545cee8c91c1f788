/** The lean base renders anew what a server has rendered. */
export const hydrates = false;

/** Does nothing here. */
export function beginHydration(): void {}

/** Never here. */
export function isHydrating(): boolean {
  return false;
}

/** There was nothing to take over. */
export function endHydration(): boolean {
  return false;
}
