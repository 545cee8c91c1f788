/** Does nothing here: the lean base renders anew what a server has rendered. */
export function beginHydration(): void {}

/** Never here. */
export function isHydrating(): boolean {
  return false;
}

/** There was nothing to take over. */
export function endHydration(): boolean {
  return false;
}
