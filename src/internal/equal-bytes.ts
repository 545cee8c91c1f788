/** True for equal bytes. Takes the same time wherever two values of the same length differ. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  );
}
