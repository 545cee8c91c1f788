import { LRUCache } from 'lru-cache';
import type { Answer } from './problems.js';
import type { Report } from './report.js';

/** Whole answers to estimations, by the query and the body. */
export interface KeptAnswers {
  /** Returns the answer to the same request, while all its estimates are fresh. */
  find(search: string, text: string): Answer | undefined;
  /** Keeps an answer of this many estimates until `expiresAt`, by `performance.now()`. */
  keep(search: string, text: string, answer: Answer, count: number, expiresAt: number): void;
}

interface KeptAnswer {
  readonly answer: Answer;
  readonly count: number;
  readonly expiresAt: number;
}

/**
 * Creates the memory of whole answers: pages send the same bytes again and again, and without it an estimation from memory
 * takes several times the CPU (`npm run bench -- server`). A query comes from a URL, which has no line breaks.
 */
export function createKeptAnswers({ observe }: Pick<Report, 'observe'>): KeptAnswers {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: 8_000_000,
    sizeCalculation: ({ answer }, key) => String(answer.body).length + key.length,
  });
  return {
    find(search, text) {
      const kept = answers.get(`${search}\n${text}`);
      if (!kept || kept.expiresAt <= performance.now()) return undefined;
      observe({ type: 'estimates', source: 'memory', count: kept.count });
      return kept.answer;
    },
    keep(search, text, answer, count, expiresAt) {
      answers.set(`${search}\n${text}`, { answer, count, expiresAt });
    },
  };
}
