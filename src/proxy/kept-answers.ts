/**
 * Answers to whole estimations, as they go out. A shop's pages send the same bytes again and again: for those there
 * is nothing to parse, to look up or to write. It stands behind the gates that look at the caller, and a text that is
 * found here has passed those that look at the text, which judge it by nothing but itself and the proxy's settings.
 */
import { LRUCache } from 'lru-cache';

/** An answer, and until when by the clock it holds. */
export interface KeptAnswer {
  readonly answer: string;
  readonly until: number;
}

/** Options of `createKeptAnswers`. */
export interface KeptAnswersOptions {
  /**
   * Most characters, of questions and answers together. Beyond it, those unused for longest go.
   * @default 8_000_000
   */
  readonly maxSize?: number;
  /** A monotonic clock in ms: that of the estimates. */
  readonly now?: () => number;
}

/** Answers by the query and the body that were sent. */
export interface KeptAnswers {
  find(query: string, body: string): string | undefined;
  keep(query: string, body: string, kept: KeptAnswer): void;
}

/** Creates the place where answers are kept. */
export function createKeptAnswers({
  maxSize = 8_000_000,
  now = () => performance.now(),
}: KeptAnswersOptions = {}): KeptAnswers {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize,
    sizeCalculation: ({ answer }, key) => answer.length + key.length,
  });
  // A query comes out of a URL, which holds no line break.
  const keyOf = (query: string, body: string) => `${query}\n${body}`;

  return {
    find(query, body) {
      const kept = answers.get(keyOf(query, body));
      return kept && kept.until > now() ? kept.answer : undefined;
    },
    keep(query, body, kept) {
      answers.set(keyOf(query, body), kept);
    },
  };
}
