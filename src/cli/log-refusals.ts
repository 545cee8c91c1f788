import type { Sandbox } from '../sandbox/index.js';
import type { CommandLogger } from './log.js';

/** Logs what in particular a sandbox refused, which its callers behind a proxy do not see. It holds names, and no values. */
export function logRefusals(sandbox: Sandbox, logger: CommandLogger): Sandbox {
  return {
    async fetch(request) {
      const response = await sandbox.fetch(request);
      const { status, headers } = response;
      const reason = headers.get('sandbox-reason');
      if (reason !== null) logger.info({ event: 'sandbox-refusal', status, reason });
      return response;
    },
  };
}
