/** Texts that shoppers ask for, and a service that counts them: the trials hold that no purchase is texted twice. */
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pagePaths } from '../../src/contract/page-paths.js';
import { startHttp } from '../support/servers.js';
import { createDraw } from '../support/trial.js';

/** The status of an answer, or that there was none. */
export type Outcome = number | 'no answer';

/** One text that a shopper asks for until it is sent. */
export interface Send {
  /** The name of the purchase in the ledger. */
  readonly purchase: string;
  /** Asks a proxy, always with the same key. */
  ask(mount: string): Promise<Outcome>;
}

const mostAttempts = 8;

/** Creates the send with this number. Every other is a pre-qualification link. */
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
    // 200, and the failures that stay: a refusal of the service, or an outcome that stays unknown.
    if (outcomes.some((outcome) => outcome === 200 || outcome === 502 || outcome === 504))
      known += 1;
    await pause(50 + random() * 250);
  }
}

/** Works at this many things at a time. */
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
  const told = new Set<string>();
  const counts: Record<string, number> = {};
  return {
    counts,
    /** The purchases whose text the proxy reported as sent. */
    told,
    noting:
      ({ purchase }: Send) =>
      (outcome: Outcome) => {
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (outcome === 200) told.add(purchase);
      },
  };
}

/** A Financing Service that texts people, in a ledger. */
export interface TextingService {
  readonly url: string;
  /** How often each purchase was texted: `order-1 +14155552671`. */
  readonly texts: ReadonlyMap<string, number>;
}

interface LinkBody {
  readonly transactionId?: string;
  readonly referral?: string;
  readonly phoneNumber?: string;
  readonly customerPhoneNumber?: string;
  readonly sendSMS?: boolean;
}

const answer = JSON.stringify({
  shortToken: 'short',
  longToken: 'long-token'.repeat(20),
  url: 'https://apply.example/checkout/1',
});

/**
 * Starts a service for one test. Once a request is whole, its text is sent, whatever becomes of the answer: some
 * are errors, some come late, some never.
 */
export async function startTextingService(
  t: TestContext,
  random: () => number,
): Promise<TextingService> {
  const texts = new Map<string, number>();
  const draw = createDraw(random, { answer: 88, fail: 4, late: 5, hang: 3 });
  const url = await startHttp(t, async (req, res) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      // It broke off: a service does not act on half a request.
      return;
    }
    const [asked] = [JSON.parse(Buffer.concat(chunks).toString())].flat() as LinkBody[];
    const purchase = purchaseOf(asked ?? {});
    if (asked?.sendSMS !== false) texts.set(purchase, (texts.get(purchase) ?? 0) + 1);

    const fate = draw();
    if (fate === 'hang') return;
    if (fate === 'late') await pause(100);
    res.writeHead(fate === 'fail' ? 500 : 200, { 'content-type': 'application/json' }).end(answer);
  });
  return { url, texts };
}

/** The name of a purchase in the ledger. */
function purchaseOf(body: LinkBody): string {
  const reference = body.transactionId ?? body.referral;
  return `${reference} ${body.phoneNumber ?? body.customerPhoneNumber}`;
}
