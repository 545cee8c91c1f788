// @ts-check
/**
 * Lets tests in Chromium have forced colors: `executeServerCommand('force-colors', true)`, which
 * @web/test-runner-commands cannot.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin<boolean>}
 */
export function forceColors() {
  return {
    name: 'force-colors',
    async executeCommand({ command, payload, session }) {
      if (command !== 'force-colors') return undefined;
      const launcher = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (
        session.browser
      );
      const client = await launcher.getPage(session.id).createCDPSession();
      const value = payload ? 'active' : 'none';
      const features = [{ name: 'forced-colors', value }];
      await client.send('Emulation.setEmulatedMedia', { features });
      return true;
    },
  };
}
