/** `sandbox`, and the sandbox within other commands. */
export { createEmbeddedSandbox, localUrl, sandboxHost } from './embedded-sandbox.js';
export { printNextSteps, stepsAtProxy, withHomePage } from './next-steps.js';
export { behindReverseProxy, ownNamesOnly } from './own-names-only.js';
export { runSandbox } from './run-sandbox.js';
