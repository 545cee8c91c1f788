import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { startHttp } from '../support/servers.js';
import { createDraw } from './random.js';

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
export function purchaseOf(body: LinkBody): string {
  const reference = body.transactionId ?? body.referral;
  return `${reference} ${body.phoneNumber ?? body.customerPhoneNumber}`;
}
