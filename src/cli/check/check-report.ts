/** The findings of `check`, and the renderers for them. */
import type { CommandLogger } from '../log.js';
import { toJsonLines, toPrintable } from '../printable.js';

/** One line of a report. */
export interface Finding {
  readonly verdict: 'ok' | 'note' | 'wrong';
  readonly text: string;
  /** Replaces the conclusion "Everything necessary works." if nothing is wrong. */
  readonly conclusion?: string;
}

/** The last part of a report: every wrong finding, or the conclusion if nothing is wrong. */
export interface Summary {
  readonly wrong: readonly string[];
  readonly conclusion: string;
}

/** Shows a report. */
export interface Renderer {
  /** Shows a finding, as soon as it is known. */
  add(finding: Finding): void;
  /** Shows a sentence about a check that takes long. It isn't a part of the report. */
  readonly progress: (text: string) => void;
  /** Ends the report. */
  end(summary: Summary): void;
}

const lineOf = ({ verdict, text }: Finding) => `${verdict.padEnd(5)}  ${toPrintable(text)}\n`;

/** Writes a line per finding, and the wrong ones again at the end. */
export const textReport: Renderer = {
  add: (finding) => void process.stdout.write(lineOf(finding)),
  progress: writeProgress,
  end({ wrong, conclusion }) {
    const lines = wrong.length > 0 ? [`Wrong: ${wrong.length}`, ...indent(wrong)] : [conclusion];
    process.stdout.write(`${lines.map(toPrintable).join('\n')}\n`);
  },
};

function writeProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** Creates a renderer that writes one JSON document at the end. */
export function createJsonReport(): Renderer {
  const findings: Pick<Finding, 'verdict' | 'text'>[] = [];
  return {
    add: ({ verdict, text }) => void findings.push({ verdict, text }),
    progress: writeProgress,
    end({ wrong, conclusion }) {
      const summary = wrong.length > 0 ? `Wrong: ${wrong.length}` : conclusion;
      const report = { findings, wrong: wrong.length, summary };
      process.stdout.write(`${toJsonLines(report).join('\n')}\n`);
    },
  };
}

/**
 * Creates a renderer for a start: lines on stderr in a terminal, otherwise log entries. Stdout is only for the address. The
 * caller reports what is wrong, so the end shows only a good conclusion.
 */
export function createStartReport(logger: CommandLogger): Renderer {
  function add(finding: Finding): void {
    const { verdict, text: message } = finding;
    if (process.stderr.isTTY) process.stderr.write(lineOf(finding));
    else logger[verdict === 'wrong' ? 'error' : 'info']({ event: 'check', verdict, message });
  }
  return {
    add,
    progress: (text) => add({ verdict: 'note', text }),
    end({ wrong, conclusion }) {
      if (wrong.length === 0) add({ verdict: 'ok', text: conclusion });
    },
  };
}
