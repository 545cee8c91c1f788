import { setTimeout as pause } from 'node:timers/promises';
import { pagePaths } from '../../src/contract/routes.js';
import { purchaseOf } from './texting-service.js';

/** The status of an answer, or that there was none. */
export type Outcome = number | 'no answer';

/** One text that somebody wants once, and goes on asking for. */
export interface Send {
  /** The name of the purchase in the ledger. */
  readonly purchase: string;
  /** Asks a proxy, always with the same key. */
  ask(mount: string): Promise<Outcome>;
}

const mostAttempts = 8;

/** The send with this number. Every other is a pre-qualification link. */
export function createSend(index: number): Send {
  const phone = `+1415${2_000_000 + index * 13}`;
  const payOverTime = {
    location: 'main-street',
    transactionId: `order-${index}`,
    amount: 1299,
    phoneNumber: phone,
    sendSMS: true,
  };
  const prequal = {
    location: 'main-street',
    referral: `cart-${index}`,
    customerPhoneNumber: phone,
    sendSMS: true,
  };
  const isPrequal = index % 2 === 1;
  const path = isPrequal ? pagePaths.createPrequalLink : pagePaths.createPayOverTimeLink;
  const key = crypto.randomUUID();
  return {
    purchase: purchaseOf(isPrequal ? prequal : payOverTime),
    async ask(mount) {
      try {
        const response = await fetch(`${mount}/financing${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            'idempotency-key': key,
          },
          body: JSON.stringify(isPrequal ? [prequal] : payOverTime),
          // Some leave before the answer is there.
          signal: AbortSignal.timeout(150 + (index % 7) * 100),
        });
        await response.arrayBuffer();
        return response.status;
      } catch {
        return 'no answer';
      }
    },
  };
}

/** Asks until it knows, and now and then once more; every fifth time with a double click. */
export async function persist(
  send: Send,
  pickReplica: () => string,
  random: () => number,
  note: (outcome: Outcome) => void,
): Promise<void> {
  const enough = random() < 0.2 ? 2 : 1;
  let known = 0;
  for (let attempt = 0; attempt < mostAttempts && known < enough; attempt += 1) {
    const clicks = random() < 0.2 ? 2 : 1;
    const asked = Array.from({ length: clicks }, () => send.ask(pickReplica()));
    const outcomes = await Promise.all(asked);
    outcomes.forEach(note);
    // 200, and the failures that stay: a refusal of the service, an outcome that nobody will ever know.
    if (outcomes.some((outcome) => outcome === 200 || outcome === 502 || outcome === 504))
      known += 1;
    await pause(50 + random() * 250);
  }
}
