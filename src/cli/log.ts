import type { LogEntry } from '../proxy/index.js';
import { logFields, type commandLogEvents } from './log-events.js';
import type { CommandSettings } from './settings/index.js';

/** A log entry of the command itself; the proxy has its own. */
export interface CommandEntry extends Pick<LogEntry, 'status' | 'reason' | 'errorName' | 'stack'> {
  event: keyof typeof commandLogEvents;
  /** A fixed sentence. */
  message?: string;
  /** The flag or variable concerned. */
  option?: string;
  /** The known flag or variable that is nearest. */
  nearest?: string | undefined;
  signal?: string;
}

type Level = CommandSettings['logLevel'];

/** The proxy's `Logger`, for the command's own entries too. */
export type CommandLogger = Readonly<Record<Level, (entry: LogEntry | CommandEntry) => void>>;

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly Level[];

/** The only fields that are written; any other field of an entry is dropped. */
const fields = Object.keys(logFields);

/**
 * Creates a logger that writes one JSON line an entry, from `least` upward. JSON escapes line ends and
 * control characters, so that no input can forge a line.
 *
 * Lines go to stderr: stdout carries only the `listening on …` line that scripts wait for.
 */
export function createLogger(
  least: Level,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): CommandLogger {
  const writer = (level: Level) => (entry: LogEntry | CommandEntry) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    const line = { time: new Date().toISOString(), level, ...entry };
    write(`${JSON.stringify(line, fields)}\n`);
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}
