/**
 * The Durable Object of the store. It stores some of the keys in SQLite. Operations are atomic, because the object handles one
 * request at a time and doesn't wait between reading and writing. Cloudflare sends the response only after the writes are on
 * several disks.
 *
 * Expired entries are ignored, and an hourly alarm deletes them.
 */
import { hourMs } from '../internal/durations.js';

/** One operation on a record or a counter, as JSON. Times are in ms. */
export type StoreRequest = { readonly key: string } & (
  | { readonly operation: 'get' | 'uncount' }
  | { readonly operation: 'delete'; readonly value?: string | undefined }
  | { readonly operation: 'set'; readonly value: string; readonly ttl: number }
  | {
      readonly operation: 'claim';
      readonly value: string;
      readonly ttl: number;
      /** Identifies the claim, so that it can be taken back. */
      readonly claimId: string;
    }
  | { readonly operation: 'take-back'; readonly claimId: string }
  | { readonly operation: 'count'; readonly window: number }
);

/** The part of `DurableObjectState` that the object uses. */
export interface StoreObjectState {
  /** The records of the object, on disk. */
  readonly storage: {
    /** The database in SQLite. */
    readonly sql: {
      /** Runs a statement, and returns its rows. */
      exec(
        query: string,
        ...bindings: (string | number | null)[]
      ): { toArray(): Record<string, unknown>[] };
    };
    /** Resolves with the time of the next alarm in ms since the epoch, or null if there is none. */
    getAlarm(): Promise<number | null>;
    /** Sets the time of the next alarm, in ms since the epoch. */
    setAlarm(time: number): Promise<void>;
  };
}

/** Tables without row IDs, because Cloudflare bills by row, and the index of the keys would be a second row per entry. */
const schema = `
  CREATE TABLE IF NOT EXISTS records
    (key TEXT PRIMARY KEY, value TEXT NOT NULL, claim_id TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counters
    (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;`;

/**
 * The class to export from a Worker whose proxy uses `createDurableObjectStore`. Its namespace needs storage in SQLite
 * (`new_sqlite_classes` in the configuration of wrangler).
 */
export class FinancingStore {
  /** Exists only in types, because Cloudflare's `DurableObjectNamespace<FinancingStore>` requires it. */
  declare readonly __DURABLE_OBJECT_BRAND: never;

  readonly #storage: StoreObjectState['storage'];
  #isCleaningDue = false;

  constructor({ storage }: StoreObjectState) {
    this.#storage = storage;
    storage.sql.exec(schema);
  }

  /** Carries out one operation of the store. Only Workers with a binding to the namespace can call it. */
  async fetch(request: Request): Promise<Response> {
    const operation = (await request.json()) as StoreRequest;
    const result = this.#run(operation, Date.now());
    if (operation.operation !== 'get') await this.#scheduleCleaning();
    return Response.json(result ?? null);
  }

  /** Deletes expired entries. Called by Cloudflare. */
  async alarm(): Promise<void> {
    const now = Date.now();
    this.#query('DELETE FROM records WHERE expires_at < ?', now);
    this.#query('DELETE FROM counters WHERE expires_at < ?', now);
    this.#isCleaningDue = false;
    const rest = 'SELECT 1 FROM records UNION ALL SELECT 1 FROM counters LIMIT 1';
    if (this.#query(rest).length > 0) await this.#scheduleCleaning();
  }

  #run(request: StoreRequest, now: number): unknown {
    const { key } = request;
    switch (request.operation) {
      case 'get':
        return this.#read(key, now);
      case 'set':
        return this.#write(key, request.value, now + request.ttl, null);
      case 'claim':
        if (this.#read(key, now) !== undefined) return false;
        this.#write(key, request.value, now + request.ttl, request.claimId);
        return true;
      case 'take-back':
        this.#query('DELETE FROM records WHERE key = ? AND claim_id = ?', key, request.claimId);
        return;
      case 'delete':
        this.#query(
          'DELETE FROM records WHERE key = ? AND value = ifnull(?, value)',
          key,
          request.value ?? null,
        );
        return;
      case 'count':
        return this.#count(key, request.window, now);
      case 'uncount':
        this.#query(
          'UPDATE counters SET count = count - 1 WHERE key = ? AND count > 0 AND expires_at >= ?',
          key,
          now,
        );
    }
  }

  #read(key: string, now: number): unknown {
    const query = 'SELECT value FROM records WHERE key = ? AND expires_at >= ?';
    return this.#query(query, key, now)[0]?.['value'];
  }

  #write(key: string, value: string, expiresAt: number, claimId: string | null): void {
    this.#query(
      'INSERT OR REPLACE INTO records (key, value, claim_id, expires_at) VALUES (?, ?, ?, ?)',
      key,
      value,
      claimId,
      Math.ceil(expiresAt),
    );
  }

  /**
   * A window begins with its first count. It begins again after all counts were taken back. If the clock was set back, the rest
   * of a window can be longer than the window, so the window begins again.
   */
  #count(key: string, window: number, now: number) {
    const query = 'SELECT count, expires_at FROM counters WHERE key = ? AND expires_at >= ?';
    const [counter] = this.#query(query, key, now) as { count: number; expires_at: number }[];
    const count = (counter?.count ?? 0) + 1;
    const expiresAt = Math.min(count > 1 ? counter!.expires_at : Infinity, now + window);
    this.#query(
      'INSERT OR REPLACE INTO counters (key, count, expires_at) VALUES (?, ?, ?)',
      key,
      count,
      expiresAt,
    );
    return { count, remainingMs: expiresAt - now };
  }

  async #scheduleCleaning(): Promise<void> {
    if (this.#isCleaningDue) return;
    this.#isCleaningDue = true;
    if ((await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(Date.now() + hourMs);
  }

  #query(query: string, ...bindings: (string | number | null)[]) {
    return this.#storage.sql.exec(query, ...bindings).toArray();
  }
}
