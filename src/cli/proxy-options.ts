/** The settings of the command as options of the proxy. `serve` and `check` both use them. */
import { webhookSignatureHeader } from '../contract/index.js';
import { userAgent } from '../internal/user-agent.js';
import { createPooledFetch } from '../node/index.js';
import type { FinancingProxyOptions, WebhookHandler, WebhookOptions } from '../proxy/index.js';
import { proxySettings } from '../proxy/proxy-settings.js';
import { requireSettings, type CommandContext } from './command-context.js';
import { CommandError } from './command-error.js';
import { commands, type CommandSettings } from './settings/table.js';

/** Returns where to listen, and the mount without a trailing slash. Throws `CommandError` if two settings conflict. */
export function listenAddressOf({ settings, nameOf }: CommandContext) {
  const { host, port = commands.serve.port, metricsPort, mount, drain = 0, stopTimeout } = settings;
  if (port !== 0 && port === metricsPort) {
    throw new CommandError(
      `${nameOf('metricsPort')} and ${nameOf('port')} are both ${port}; choose another port`,
    );
  }
  if (drain >= stopTimeout) {
    throw new CommandError(
      `${nameOf('drain')} is part of ${nameOf('stopTimeout')}, so it has to be shorter`,
    );
  }
  return { host, port, path: mount };
}

/** Returns the credentials of the real service. Throws `CommandError`. */
export function requireCredentials(context: CommandContext) {
  const remedy = 'to try it without credentials, run serve --sandbox';
  return requireSettings(context, ['baseUrl', 'svcKey'], remedy);
}

/** Warns about settings of the real service, which a sandbox replaces. */
export function warnOfUnused({ settings, nameOf, logger }: CommandContext): void {
  for (const option of ['baseUrl', 'svcKey', 'svcSecret', 'linkHosts'] as const) {
    if (settings[option] === undefined) continue;
    logger.warn({ event: 'unused-setting', option: nameOf(option) });
  }
}

/** Returns the settings that are options of the proxy. */
export function proxyOptionsOf(
  settings: CommandSettings,
): Pick<CommandSettings, keyof CommandSettings & keyof FinancingProxyOptions> {
  const options = Object.entries(settings).filter(([name]) => name in proxySettings);
  return Object.fromEntries(options) as unknown as CommandSettings;
}

/**
 * Returns how events of the service are verified and where they are forwarded, or undefined if there is no secret. Throws
 * `CommandError`.
 */
export function chooseWebhooks({ settings, nameOf }: CommandContext): WebhookOptions | undefined {
  const { webhookSecret: secrets, webhookForward } = settings;
  if (secrets === undefined) {
    if (webhookForward === undefined) return undefined;
    throw new CommandError(`${nameOf('webhookForward')} needs FINANCING_WEBHOOK_SECRET`);
  }
  if (webhookForward === undefined) return { secrets };
  return { secrets, onEvent: createForward(webhookForward) };
}

/**
 * Creates a handler that forwards events to a back end unchanged, with the headers that it needs to verify them again. The
 * service gets the status of the back end, so it delivers an event again if the back end refuses it. Redirects aren't
 * followed.
 */
function createForward(url: string): WebhookHandler<unknown> {
  const fetch = createPooledFetch();
  return async (_event, { bytes, request, signal }) => {
    const headers = new Headers({ 'user-agent': userAgent });
    for (const header of ['content-type', webhookSignatureHeader]) {
      const value = request.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    const response = await fetch(
      new Request(url, { method: 'POST', headers, body: bytes, signal }),
    );
    response.body?.cancel().catch(() => undefined);
    // Node's fetch also resolves with a status above 599, which means a server error (RFC 9110 section 15).
    return { status: response.status > 599 ? 502 : response.status };
  };
}
