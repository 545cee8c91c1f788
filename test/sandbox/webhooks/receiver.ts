import { createHmac } from 'node:crypto';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type WebhookDelivery,
  type WebhookEvent,
} from '../../../src/sandbox/index.js';
import { control } from '../ask.js';

export const secret = 'a secret of these tests';

/** A webhook as it arrived. */
export interface Arrived extends WebhookEvent {
  readonly body: string;
  /** Unix seconds. */
  readonly signedAt: number;
  readonly isSigned: boolean;
}

/** Creates a sandbox whose webhooks are taken, or refused, by the test. The pauses of the sandbox end at once. */
export function createSandboxWithReceiver({
  answers = [],
  ...options
}: Omit<SandboxOptions, 'webhook'> & {
  /** Statuses, or `reset` for none, of the first answers; 204 after that. */
  answers?: (number | 'reset')[];
} = {}) {
  const arrived: Arrived[] = [];
  const pauses: number[] = [];
  const sandbox = createSandbox({
    ...options,
    webhook: {
      url: 'https://shop.test/financing/webhooks',
      secret,
      async fetch(request) {
        arrived.push(await readWebhook(request));
        const answer = answers.shift() ?? 204;
        if (answer === 'reset') throw new TypeError('connection reset');
        return new Response(null, { status: answer });
      },
      async pause(ms) {
        pauses.push(ms);
      },
    },
  });
  return { sandbox, arrived, pauses };
}

/** Reads a webhook with a verifier of its own, so that sandbox and proxy cannot be wrong together. */
async function readWebhook(request: Request): Promise<Arrived> {
  const body = await request.text();
  const header = request.headers.get('svc-signature') ?? '';
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const mac = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const event = JSON.parse(body) as WebhookEvent;
  return { ...event, body, signedAt: Number(t), isSigned: v1 === mac };
}

/** What a sandbox has told, or tried to tell, so far. */
export async function deliveriesOf(sandbox: Sandbox): Promise<WebhookDelivery[]> {
  const response = await control(sandbox, 'GET', '/sandbox/webhooks');
  return response.json() as Promise<WebhookDelivery[]>;
}

/** Lets everything run that waits for no timer and no other thread. */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
