/**
 * The results file. It gets one JSON line before each call and one after it, so that the next run knows the outcome of each row,
 * no matter how this run ends. If a row's last line is `sending`, the process ended during the call and the outcome is unknown.
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
import { CommandError, describeSystemError } from '../command-error.js';

const EntrySchema = z.strictObject({
  time: z.string(),
  line: z.int(),
  location: z.string(),
  /** True if the request asked for a text message. */
  sendSMS: z.boolean(),
  outcome: z.enum([
    // The location exists: this command created it, or it existed before.
    ...(['created', 'exists'] as const),
    // The location wasn't added: the row must be corrected, the service failed, or it didn't accept the request.
    ...(['refused', 'failed', 'not-sent'] as const),
    // The location may have been added.
    ...(['unknown', 'sending'] as const),
  ]),
  url: z.string().optional(),
  reason: z.string().optional(),
});

/** One line about a row. `time` is in ISO 8601, and `url` is the URL of the onboarding form. */
type ResultEntry = z.infer<typeof EntrySchema>;

/** The outcome of a row, or `sending` before the call. */
export type EntryOutcome = ResultEntry['outcome'];

/** The first line, which names the service that the results belong to. */
const HeaderSchema = z.strictObject({ time: z.string(), baseUrl: z.string() });

/** The entries of a results file, indexed by location. */
export type Results = ReturnType<typeof readResults>;

/** A results file opened for writing. */
export type ResultsFile = ReturnType<typeof openResults>;

/** Reads a results file. A missing file has no entries. Throws `CommandError`. */
export function readResults(file: string, baseUrl: string | undefined) {
  return createIndex(readContent(file, baseUrl).entries);
}

/**
 * Locks the results file of a service and opens it for writing. Throws `CommandError` if another run is using the file, if the
 * file belongs to another service, or if it isn't a results file.
 */
export function openResults(file: string, baseUrl: string) {
  const unlock = lockFile(file);
  try {
    const { isNew, entries, size } = readContent(file, baseUrl);
    const index = createIndex(entries);
    // Only the owner may read the file, because an onboarding URL opens the form of its location.
    const handle = orCannot('written', file, 2, () => openSync(file, 'a', 0o600));
    ftruncateSync(handle, size);
    const write = (line: object) =>
      orCannot('written', file, 1, () => {
        // Unlike writeSync, writeFileSync continues after a partial write.
        writeFileSync(handle, `${JSON.stringify(line)}\n`);
        fsyncSync(handle);
      });
    if (isNew) write({ time: new Date().toISOString(), baseUrl });
    return {
      ...index,
      /** Appends an entry. Returns after the entry is on disk. Throws `CommandError`. */
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
    /** Returns the day (YYYY-MM-DD) on which a run added a location or found it at the service, or undefined if it isn't done. */
    doneOn(location: string): string | undefined {
      const { outcome, time } = last.get(location) ?? {};
      return outcome === 'created' || outcome === 'exists' ? time?.slice(0, 10) : undefined;
    },
    /** True if a text message may have been sent: a run asked for one, and the outcome wasn't `refused` or `not-sent`. */
    mayHaveTexted: (location: string) => perhapsTexted.has(location),
    /** True if the service may have the location: the last try has an unknown outcome, or a text message may have been sent. */
    isUnclear(location: string): boolean {
      const outcome = last.get(location)?.outcome;
      return outcome === 'unknown' || outcome === 'sending' || perhapsTexted.has(location);
    },
  };
}

/** The beginning of every line. */
const lineStart = '{"time":"';

/** Reads the complete lines. `size` is their length in bytes: a crash can leave a partial line after them. */
function readContent(file: string, baseUrl: string | undefined) {
  const text = orCannot('read', file, 2, () =>
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  );
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const [header, ...lines] = complete.split('\n').slice(0, -1);
  const rest = text.slice(complete.length);
  // After a power failure, some file systems have NULs instead of what was written last.
  if (!lineStart.startsWith(rest.slice(0, lineStart.length)) && !/^\0+$/.test(rest)) {
    throw notResults(file, complete.split('\n').length);
  }
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

/** Removes trailing slashes: they don't change which service a base URL leads to. */
function normalize(baseUrl: string): string {
  const href = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  return href.replace(/\/+$/, '');
}

function parse<T>(schema: z.ZodType<T>, line: string, file: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw notResults(file, number);
  }
}

function notResults(file: string, number: number): CommandError {
  return new CommandError(
    `${file}, line ${number}: not a line of a results file; name another file with --results`,
  );
}

/** Runs `work` on a file. Throws `CommandError` if `work` fails. */
function orCannot<T>(verb: 'read' | 'written', file: string, exitCode: 1 | 2, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError(`${file} cannot be ${verb}: ${describeSystemError(error)}`, exitCode);
  }
}

/**
 * Locks the file for this run, using a file next to it with the process ID and the host name. Takes over a lock that a crashed
 * run left on this machine. Keeps a lock from another machine or container, because its process may still be running. Returns a
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

/** Removes a lock whose process has ended. Throws `CommandError` if the process may still be running. */
function takeOver(lock: string, owner: string, file: string): void {
  const [pid = '', host = ''] = owner.split(' ');
  if (host !== hostname()) {
    const who = host ? `process ${pid} on ${host}` : 'another run';
    throw new CommandError(
      `${file} is in use by ${who}; wait for it, or delete ${lock} if it has ended`,
    );
  }
  // If the lock has this process's own ID, its run has ended. Containers often get the same process ID at each start.
  if (Number(pid) !== process.pid && isRunning(Number(pid))) {
    throw new CommandError(
      `${file} is in use by process ${pid}; wait for it, or delete ${lock} if it is another program`,
    );
  }
  // Another run may be taking over the same lock. Only one of the two runs can rename it.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readOwner(aside) !== owner) renameSync(aside, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(aside, { force: true });
}

/** Creates the lock. Returns false if it already exists. */
function createLock(lock: string): boolean {
  let handle: number | undefined;
  try {
    handle = openSync(lock, 'wx');
    writeSync(handle, `${process.pid} ${hostname()}`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // On a full disk, the lock would be empty. A lock without an owner is never taken over, so the file would stay locked.
    if (handle !== undefined) rmSync(lock, { force: true });
    throw new CommandError(`${lock} cannot be written: ${describeSystemError(error)}`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Returns the content of the lock (`<pid> <hostname>`), or undefined if the lock is gone because its run just ended. */
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
    // A process that has ended stays a zombie (`Z`) until its parent reads its exit status. Only Linux has this file.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '';
    return /\) Z/.test(stat) ? false : process.kill(pid, 0); // signal 0 only checks that the process exists
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
