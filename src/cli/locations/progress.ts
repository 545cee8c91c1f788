/** How far a long work is, on a stream for people. */
export interface Progress {
  /** Shows that one more of the rows is finished. `note` as in `2 refused`. */
  advance(note?: string): void;
  /** Prints a line of its own. */
  say(text: string): void;
  /** Clears the progress line. */
  end(): void;
}

/** Where progress is written. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between two lines where there is no terminal. */
const interval = 10_000;

/** Shows progress with the time left: on a terminal in one line that changes, elsewhere in a line every ten seconds. */
export function createProgress(
  stream: ProgressStream,
  total: number,
  now: () => number = () => performance.now(),
): Progress {
  const begin = now();
  let lastLine = begin;
  let finished = 0;
  const clear = stream.isTTY ? '\r\x1b[K' : '';
  return {
    advance(note = '') {
      finished += 1;
      const left = ((now() - begin) / finished) * (total - finished);
      const text = [`${finished} of ${total}`, note, left > 0 ? `about ${duration(left)} left` : '']
        .filter(Boolean)
        .join(', ');
      if (stream.isTTY) stream.write(clear + text);
      else if (now() - lastLine >= interval) {
        lastLine = now();
        stream.write(`${text}\n`);
      }
    },
    say: (text) => void stream.write(`${clear}${text}\n`),
    end: () => void stream.write(clear),
  };
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
