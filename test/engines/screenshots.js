// @ts-check
/**
 * Lets tests take a screenshot: `executeServerCommand('screenshot')` returns the viewport as a PNG in base64.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function takeScreenshots() {
  return {
    name: 'screenshots',
    async executeCommand({ command, session }) {
      if (command !== 'screenshot') return undefined;
      const launcher = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (
        session.browser
      );
      return launcher.getPage(session.id).screenshot({ encoding: 'base64' });
    },
  };
}
