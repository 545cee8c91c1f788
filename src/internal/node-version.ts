/**
 * Checks the version of Node, without any import. On Node 18, imports of other packages would fail first, with an error such as
 * `File is not defined`. Modules that need Node import this file first, because ES modules run in import order.
 */
const [major = 0, minor = 0] = (globalThis.process?.versions?.node ?? '20.19')
  .split('.')
  .map(Number);

/** A sentence that says that the version of Node is too old. Undefined if the version is supported, and in other runtimes. */
export const nodeVersionProblem =
  major > 20 || (major === 20 && minor >= 19)
    ? undefined
    : `financing-elements needs Node 20.19 or later. This is Node ${process.versions.node}.`;
