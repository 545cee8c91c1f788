import type { CommandEntry, CommandLogger } from './log.js';

/** Ends the process with one log line and exit code 1 on an error that nobody caught; a supervisor starts it again. */
export function exitOnCrash(logger: CommandLogger): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      logger.error({ event: 'crash', ...describeError(error) });
      process.exit(1);
    });
  }
}

/** Name and place of an error, without its message: messages quote headers and input. */
export function describeError(error: unknown): Pick<CommandEntry, 'errorName' | 'stack'> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const { name, message, stack = '' } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return { errorName: name, stack: frames.map((frame) => frame.trim()).filter(Boolean) };
}
