/**
 * The results file: one JSON line before each call and one after it, so that a second run knows what became of each row,
 * whatever ended the first. A row whose last line is `sending` has an unknown outcome: the process ended in between.
 */
import * as z from 'zod';
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { CommandError, describeSystemError } from '../settings/read-file.js';

const EntrySchema = z.strictObject({
  time: z.string(),
  line: z.int(),
  location: z.string(),
  /** Whether the request asked for a text message. */
  sendSMS: z.boolean(),
  outcome: z.enum([
    // Done, by this command or before it.
    ...(['created', 'exists'] as const),
    // Not carried out: the row must be corrected, the service failed, the service did not take the request.
    ...(['refused', 'failed', 'not-sent'] as const),
    // May have been carried out.
    ...(['unknown', 'sending'] as const),
  ]),
  url: z.string().optional(),
  reason: z.string().optional(),
});

/** One line about a row. `time` in ISO 8601, `url` of the onboarding form. */
type ResultEntry = z.infer<typeof EntrySchema>;

/** What became of a row. */
export type EntryOutcome = ResultEntry['outcome'];

/** The first line: the service that the results are of. */
const HeaderSchema = z.strictObject({ time: z.string(), baseUrl: z.string() });

/** What the entries of a results file say about a location. */
export type Results = ReturnType<typeof readResults>;

/** A results file that is open for writing. */
export type ResultsFile = ReturnType<typeof openResults>;

/** Reads a results file; there are no entries where there is no file. Throws `CommandError`. */
export function readResults(file: string, baseUrl: string | undefined) {
  return createIndex(readContent(file, baseUrl).entries);
}

/**
 * Opens the results file of a service for writing, and locks it. Throws `CommandError` where another run uses it, where it
 * is of another service, or where it is no results file.
 */
export function openResults(file: string, baseUrl: string) {
  const unlock = lockFile(file);
  try {
    const { isNew, entries, size } = readContent(file, baseUrl);
    const index = createIndex(entries);
    // For its owner alone: an onboarding URL opens the form of its location.
    const handle = orCannot('written', file, 2, () => openSync(file, 'a', 0o600));
    ftruncateSync(handle, size);
    const write = (line: object) =>
      orCannot('written', file, 1, () => {
        // Unlike writeSync, it writes again what the disk did not take at first.
        writeFileSync(handle, `${JSON.stringify(line)}\n`);
        fsyncSync(handle);
      });
    if (isNew) write({ time: new Date().toISOString(), baseUrl });
    return {
      ...index,
      /** Appends an entry. Returns when it is on the disk. Throws `CommandError`. */
      append(entry: Omit<ResultEntry, 'time'>): void {
        const timed = { time: new Date().toISOString(), ...entry };
        write(timed);
        index.add(timed);
      },
      close(): void {
        closeSync(handle);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function createIndex(entries: readonly ResultEntry[]) {
  const last = new Map<string, ResultEntry>();
  const perhapsTexted = new Set<string>();
  const add = (entry: ResultEntry) => {
    const { location, outcome, sendSMS } = entry;
    last.set(location, entry);
    if (!sendSMS) return;
    if (outcome === 'sending') perhapsTexted.add(location);
    if (outcome === 'refused' || outcome === 'not-sent') perhapsTexted.delete(location);
  };
  entries.forEach(add);
  return {
    add,
    /** The day (YYYY-MM-DD) on which a run added a location or found it at the service; undefined where it is not done. */
    doneOn(location: string): string | undefined {
      const { outcome, time } = last.get(location) ?? {};
      return outcome === 'created' || outcome === 'exists' ? time?.slice(0, 10) : undefined;
    },
    /** True where a text may have been sent: a request for one went out, and was not answered with a refusal. */
    mayHaveTexted: (location: string) => perhapsTexted.has(location),
    /** True where the service may have the location: the outcome of the last try, or of an earlier text, is unknown. */
    isUnclear(location: string): boolean {
      const outcome = last.get(location)?.outcome;
      return outcome === 'unknown' || outcome === 'sending' || perhapsTexted.has(location);
    },
  };
}

/** `size`: bytes up to the last line end, after which a crash can leave a part of a line. */
function readContent(file: string, baseUrl: string | undefined) {
  const text = orCannot('read', file, 2, () =>
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  );
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const [header, ...lines] = complete.split('\n').slice(0, -1);
  const size = Buffer.byteLength(complete);
  if (header === undefined) return { isNew: true, entries: [], size };
  const start = parse(HeaderSchema, header, file, 1);
  if (baseUrl !== undefined && normalize(start.baseUrl) !== normalize(baseUrl)) {
    throw new CommandError(
      `${file} holds the results of another service (${start.baseUrl}); name another file with --results`,
    );
  }
  const entries = lines.map((line, index) => parse(EntrySchema, line, file, index + 2));
  return { isNew: false, entries, size };
}

/** The calls of a base URL are the same with a slash at its end and without. */
function normalize(baseUrl: string): string {
  const href = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  return href.replace(/\/+$/, '');
}

function parse<T>(schema: z.ZodType<T>, line: string, file: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new CommandError(
      `${file}, line ${number}: not a line of a results file; name another file with --results`,
    );
  }
}

/** Does something with a file. Throws `CommandError` where the system refuses it. */
function orCannot<T>(verb: 'read' | 'written', file: string, exitCode: 1 | 2, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError(`${file} cannot be ${verb}: ${describeSystemError(error)}`, exitCode);
  }
}

/**
 * Locks the file for this run, by a file beside it with the process number and the machine's name. Takes over a lock that a
 * crash left on this machine. Keeps one from another machine or container, since its process may still run. Returns a
 * function that releases the lock. Throws `CommandError`.
 */
function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  if (!createLock(lock)) {
    const owner = readOwner(lock);
    if (owner !== undefined) takeOver(lock, owner, file);
    if (!createLock(lock)) throw new CommandError(`${file} is in use by another run`);
  }
  return () => rmSync(lock, { force: true });
}

/** Removes a lock whose process has ended. Throws `CommandError` where it may be running. */
function takeOver(lock: string, owner: string, file: string): void {
  const [pid = '', host = ''] = owner.split(' ');
  if (host !== hostname()) {
    const who = host ? `process ${pid} on ${host}` : 'another run';
    throw new CommandError(
      `${file} is in use by ${who}; wait for it, or delete ${lock} if it has ended`,
    );
  }
  // A process with the number of this one has ended, as at each start of a container.
  if (Number(pid) !== process.pid && isRunning(Number(pid))) {
    throw new CommandError(
      `${file} is in use by process ${pid}; wait for it, or delete ${lock} if it is another program`,
    );
  }
  // Another run may have taken it over meanwhile: only one of them can move the old lock away.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readOwner(aside) !== owner) renameSync(aside, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(aside, { force: true });
}

/** Returns false where the file exists. */
function createLock(lock: string): boolean {
  let handle: number | undefined;
  try {
    handle = openSync(lock, 'wx');
    writeSync(handle, `${process.pid} ${hostname()}`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // On a full disk, it would have no owner, and lock the file for good.
    if (handle !== undefined) rmSync(lock, { force: true });
    throw new CommandError(`${lock} cannot be written: ${describeSystemError(error)}`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The number of the process and the name of its machine; undefined where the run has just ended. */
function readOwner(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    // One that has ended stays a zombie (`Z`) while its parent does not ask for it. Only Linux has this file.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '';
    return /\) Z/.test(stat) ? false : process.kill(pid, 0); // sends no signal
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
