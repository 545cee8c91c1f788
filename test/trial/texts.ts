/** Shoppers who request texts, and a service that counts them. The trials check that no purchase is texted twice. */
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pagePaths } from '../../src/contract/page-paths.js';
import { startHttp } from '../support/servers.js';
import { createDraw } from '../support/trial.js';

export type Outcome = number | 'no response';

/** A text that a shopper requests until it is sent. */
export interface TextRequest {
  /** The name of the purchase in the ledger. */
  readonly purchase: string;
  /** Sends the request to a proxy, always with the same key. */
  send(mount: string): Promise<Outcome>;
}

const maxAttempts = 8;

/** Creates a send by number. Every second one is a pre-qualification link. */
export function createTextRequest(index: number): TextRequest {
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
    async send(mount) {
      try {
        const response = await fetch(`${mount}/financing${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            'idempotency-key': key,
            // A new address each time, because of the limit of texts per address.
            'x-forwarded-for': `198.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
          },
          body: JSON.stringify(isPrequal ? [prequal] : payOverTime),
          // Some shoppers leave before the response arrives.
          signal: AbortSignal.timeout(150 + (index % 7) * 100),
        });
        await response.arrayBuffer();
        return response.status;
      } catch {
        return 'no response';
      }
    },
  };
}

/** Sends a request until its outcome is known, and sometimes once more. Every fifth request is a double click. */
export async function sendUntilKnown(
  request: TextRequest,
  pickReplica: () => string,
  random: () => number,
  note: (outcome: Outcome) => void,
): Promise<void> {
  const enough = random() < 0.2 ? 2 : 1;
  let known = 0;
  for (let attempt = 0; attempt < maxAttempts && known < enough; attempt += 1) {
    const clicks = random() < 0.2 ? 2 : 1;
    const sent = Array.from({ length: clicks }, () => request.send(pickReplica()));
    const outcomes = await Promise.all(sent);
    outcomes.forEach(note);
    // 200 and the final failures: a rejection by the service, or an outcome that remains unknown.
    if (outcomes.some((outcome) => outcome === 200 || outcome === 502 || outcome === 504))
      known += 1;
    await sleep(50 + random() * 250);
  }
}

/** Runs the work for all items, with this many shoppers at a time. */
export async function forEachOf<T>(
  all: Iterable<T>,
  shoppers: number,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const queue = all[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: shoppers }, worker));
}

/** Counts the outcomes of sends, and records the purchases whose text message was reported as sent. */
export function createTally() {
  const reportedAsSent = new Set<string>();
  const counts: Record<string, number> = {};
  return {
    counts,
    /** The purchases whose text the proxy reported as sent. */
    reportedAsSent,
    recordOutcomeOf:
      ({ purchase }: TextRequest) =>
      (outcome: Outcome) => {
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (outcome === 200) reportedAsSent.add(purchase);
      },
  };
}

/** A Financing Service with a ledger of its texts. */
export interface TextingService {
  readonly url: string;
  /** The number of texts per purchase, such as `order-1 +14155552671`. */
  readonly texts: ReadonlyMap<string, number>;
}

interface LinkBody {
  readonly transactionId?: string;
  readonly referral?: string;
  readonly phoneNumber?: string;
  readonly customerPhoneNumber?: string;
  readonly sendSMS?: boolean;
}

const linkResponse = JSON.stringify({
  shortToken: 'short',
  longToken: 'long-token'.repeat(20),
  url: 'https://apply.example/checkout/1',
});

/**
 * Starts a service for one test. It sends the text once a request is complete, but some responses are errors, late, or
 * missing.
 */
export async function startTextingService(
  t: TestContext,
  random: () => number,
): Promise<TextingService> {
  const texts = new Map<string, number>();
  const draw = createDraw(random, { respond: 88, fail: 4, late: 5, hang: 3 });
  const url = await startHttp(t, async (req, res) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      // The request was incomplete, so the service ignores it.
      return;
    }
    const [parsed] = [JSON.parse(Buffer.concat(chunks).toString())].flat() as LinkBody[];
    const purchase = purchaseOf(parsed ?? {});
    if (parsed?.sendSMS !== false) texts.set(purchase, (texts.get(purchase) ?? 0) + 1);

    const fate = draw();
    if (fate === 'hang') return;
    if (fate === 'late') await sleep(100);
    res
      .writeHead(fate === 'fail' ? 500 : 200, { 'content-type': 'application/json' })
      .end(linkResponse);
  });
  return { url, texts };
}

/** Returns the name of a purchase in the ledger. */
function purchaseOf(body: LinkBody): string {
  const reference = body.transactionId ?? body.referral;
  return `${reference} ${body.phoneNumber ?? body.customerPhoneNumber}`;
}
