import { describeError } from '../proxy/log/log.js';
import type { CommandLogger } from './log.js';

/** Ends the process with one log line and exit code 1 on an error that nobody caught; a supervisor starts it again. */
export function exitOnCrash(logger: CommandLogger): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      logger.error({ event: 'crash', ...describeError(error) });
      process.exit(1);
    });
  }
}
