/**
 * Routes a request: the five paths of the contract at the root, hosted pages and controls under `/sandbox`.
 * Does not know what an operation answers (`answers.ts`) or what a page shows (`pages.ts`).
 */
import { operationNames, operations, type OperationName } from '../contract/index.js';
import { answers } from './answers.js';
import { describeIssues, type Call } from './call.js';
import { answerControl } from './controls.js';
import { faultResponse, takeFault } from './faults.js';
import { answerPage } from './pages.js';
import { pause } from './pause.js';
import { Refusal } from './refusal.js';
import { SeedsSchema, type AllianceSeed, type SandboxSeeds } from './seed-schema.js';
import { alliances } from './seeds.js';
import { createState, type SandboxState } from './state.js';
import type { Visit } from './visit.js';
import { createWebhookSender, type WebhookOptions } from './webhooks.js';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Where a shopper's browser reaches `/sandbox/…`. Default: the origin of the request. */
  readonly publicUrl?: string | undefined;
  /** The clock, in ms since the epoch; `POST /sandbox/clock` puts the sandbox's forward from there. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Where webhooks go. By default they are only listed. */
  readonly webhook?: WebhookOptions | undefined;
  /** Who may call, and which merchants they find. Default: those that the README names. */
  readonly seeds?: SandboxSeeds | undefined;
}

const optionNames = ['publicUrl', 'now', 'webhook', 'seeds'] satisfies (keyof SandboxOptions)[];

/** The Financing Service, simulated. */
export interface Sandbox {
  /** Answers a request; rejects for none. */
  fetch(this: void, request: Request): Promise<Response>;
}

const routes = operationNames.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method, path: new RegExp(`^${path.replace('{location}', '([^/]+)')}$`) };
});

/**
 * Creates a Financing Service that keeps everything in memory and sends nothing to anybody but its webhooks. It answers
 * the contract's five operations for the credentials and merchants of its seeds; its links open pages under `/sandbox`,
 * where controls steer it. Throws a `TypeError` that names an unknown option, or what is wrong with the seeds.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptionNames(options);
  const { publicUrl, now = Date.now } = options;
  const seeds = options.seeds ? parseSeeds(options.seeds) : alliances;
  const sendWebhook = createWebhookSender(options.webhook, now);
  // Made by the first request: workers have no random numbers and no clock before.
  let state: SandboxState | undefined;

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const base = publicUrl?.replace(/\/+$/, '') ?? url.origin;
    const current = (state ??= createState(seeds, now()));
    const visit: Visit = {
      request,
      url,
      state: current,
      now: now() + current.advancedBy,
      publicOrigin: new URL(base).origin,
      pageUrl: (page, token) => `${base}/sandbox/${page}/${token}`,
      tell: (event) => sendWebhook(current, event),
      reset,
    };
    for (const { operation, method, path } of routes) {
      const match = path.exec(url.pathname);
      const pathLocation = decode(match?.[1] ?? '');
      if (!match || method !== request.method || pathLocation === undefined) continue;
      return answerOperation(operation, { ...visit, pathLocation });
    }
    const response = (await answerPage(visit)) ?? (await answerControl(visit));
    // Not shown: what is beside the five paths. We answer 404.
    return response ?? Response.json({ message: 'Not Found' }, { status: 404 });
  }

  function reset(): void {
    if (state) state.isForgotten = true;
    state = undefined;
  }

  return { fetch };
}

/** What is mistyped in JavaScript would be left out silently. */
function checkOptionNames(options: SandboxOptions): void {
  const known: readonly string[] = optionNames;
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown === undefined) return;
  throw new TypeError(`Option ${unknown} is unknown; there are ${known.join(', ')}`);
}

function parseSeeds(seeds: SandboxSeeds): AllianceSeed[] {
  const parsed = SeedsSchema.safeParse(seeds);
  if (!parsed.success) throw new TypeError(`seeds: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

async function answerOperation(operation: OperationName, call: Call): Promise<Response> {
  const fault = takeFault(call.state.faults, operation);
  const response = (fault && faultResponse(fault)) ?? (await trueAnswer(operation, call));
  if (fault) await pause(fault.delayMs ?? 0, call.request.signal);
  return response;
}

async function trueAnswer(operation: OperationName, call: Call): Promise<Response> {
  try {
    // Not shown: success status codes. We answer 200 throughout.
    return Response.json(await answers[operation](call));
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    throw error;
  }
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
