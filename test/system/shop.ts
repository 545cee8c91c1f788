import assert from 'node:assert/strict';

/** An event as the shop's back end wrote it down. */
export interface LogEntry {
  readonly eventType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The demo, from behind its counter. */
export interface Shop {
  readonly url: string;
  /** What its back end heard about an order, a referral or a location, oldest first. */
  heard(reference: string): Promise<string[]>;
  /** Lets the next webhook go astray. */
  arm(fault: { readonly mode: string; readonly delayMs?: number }): Promise<void>;
}

/** Looks at a demo that listens at `url`. */
export function createShop(url: string): Shop {
  const isAbout = (reference: string) => (entry: LogEntry) =>
    Object.values(entry.payload).includes(reference);

  async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(url + path, init);
    assert.equal(response.status, 200, path);
    return (await response.json()) as Answer;
  }

  return {
    url,
    async heard(reference) {
      const session = await fetch(`${url}/shop/session`, { method: 'POST', redirect: 'manual' });
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
      const log = await ask<LogEntry[]>('/shop/events', { headers: { cookie } });
      return log.filter(isAbout(reference)).map(({ eventType }) => eventType);
    },
    async arm(fault) {
      const body = JSON.stringify({ operation: 'webhook', ...fault });
      await ask('/sandbox/faults', { method: 'POST', body });
    },
  };
}
