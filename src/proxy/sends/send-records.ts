/**
 * The record in the store under the key of a send. Different versions of the proxy share a store, so the format can't change
 * without a new key.
 */
import * as z from 'zod';
import { tryParseJson } from '../../internal/json.js';
import { ProblemError, problemCodes, titles } from '../problems.js';

/** A problem that the service caused, without its cause, which is only for the log. */
const StoredProblemSchema = z.object({
  code: z.enum(problemCodes),
  detail: z.string(),
  extras: z.object({
    status: z.int().refine((status) => status in titles),
    service: z
      .object({
        status: z.int(),
        message: z.string().optional(),
        states: z.array(z.string()).optional(),
      })
      .optional(),
    retryAfterSeconds: z.number().optional(),
  }),
});

const SendRecordSchema = z.object({
  /** The hash of the body. */
  body: z.string(),
  startedAt: z.number(),
  /** Missing while the call runs, or if its replica crashed. */
  outcome: z
    .union([z.object({ problem: StoredProblemSchema }), z.object({ created: z.unknown() })])
    .optional(),
});

/** A send that was claimed, with its outcome once it has one. */
export interface SendRecord {
  readonly body: string;
  readonly startedAt: number;
  readonly outcome?: { readonly problem: ProblemError } | { readonly created: unknown } | undefined;
}

/** Writes a record. */
export function writeRecord({ outcome, ...record }: SendRecord): string {
  if (!outcome || !('problem' in outcome)) return JSON.stringify({ ...record, outcome });
  const { code, detail, status, extras } = outcome.problem;
  const stored = { code, detail, extras: { ...extras, status } };
  return JSON.stringify({ ...record, outcome: { problem: StoredProblemSchema.parse(stored) } });
}

/** Reads a record. Returns undefined for any other text. */
export function readRecord(text: string): SendRecord | undefined {
  const stored = SendRecordSchema.safeParse(tryParseJson(text)).data;
  if (!stored) return undefined;
  const { outcome, ...record } = stored;
  if (!outcome || !('problem' in outcome)) return { ...record, outcome };
  const { code, detail, extras } = outcome.problem;
  const problem = new ProblemError(code, { ...extras, detail } as ProblemError['extras']);
  return { ...record, outcome: { problem } };
}
