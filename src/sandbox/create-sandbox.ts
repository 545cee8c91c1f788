/**
 * Creates a sandbox, and routes its requests. The contract's paths are at the root. The hosted pages and the controls are under
 * `/sandbox`.
 */
import type * as z from 'zod';
import { operationNames, operations, type OperationName } from '../contract/index.js';
import {
  InvalidOptionError,
  checkOptions,
  callbackProblem,
  objectProblem,
  textProblem,
} from '../internal/options.js';
import { withDeadline } from '../internal/deadline.js';
import { handleControl } from './controls.js';
import { faultResponse, takeFault } from './faults.js';
import { servePage } from './hosted-pages.js';
import { operationHandlers, describeIssues, Refusal, type Call } from './sandbox-operations.js';
import { seeds as ourSeeds, SeedsSchema, type AllianceSeed, type SandboxSeeds } from './seeds.js';
import { createState, type SandboxState, type Visit } from './state.js';
import { createWebhookSender, type SandboxWebhookOptions } from './webhook-sender.js';

/** Options for a sandbox. */
export interface SandboxOptions {
  /**
   * The URL under which a shopper's browser reaches `/sandbox/…`: http or https, without a query or fragment.
   * @default the origin of the request
   */
  readonly publicUrl?: string | undefined;
  /**
   * URL or path of the shop. Hosted pages link back to it if their link has no `redirectUrl`. If it's set, pages on the
   * sandbox's own origin can embed hosted pages in a frame.
   * @default none
   */
  readonly shopUrl?: string | undefined;
  /**
   * Returns the time in ms since the epoch. `POST /sandbox/clock` advances the sandbox's clock from there.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
  /** The receiver of webhooks. Without one, webhooks are only listed. */
  readonly webhook?: SandboxWebhookOptions | undefined;
  /** The callers and their merchants. By default, those in docs/testing.md. */
  readonly seeds?: SandboxSeeds | undefined;
}

const optionChecks = {
  publicUrl: (value: unknown) =>
    URL.canParse(String(value)) && /^https?:[^?#]+$/i.test(String(value))
      ? undefined
      : 'must be an http or https URL without a query or fragment',
  shopUrl: textProblem,
  now: callbackProblem,
  webhook: objectProblem,
  seeds: () => undefined, // checked by their schema
};

/** A simulated Financing Service. */
export interface Sandbox {
  /** Responds to a request. Never rejects. */
  fetch(this: void, request: Request): Promise<Response>;
}

const routes = operationNames.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method, path: new RegExp(`^${path.replace('{location}', '([^/]+)')}$`) };
});

/**
 * Creates a simulated Financing Service in memory. It sends nothing except webhooks. It handles the contract's operations for
 * the credentials and merchants in its seeds. Its links open pages under `/sandbox`, where its controls are, too. Throws an
 * `InvalidOptionError`, which also describes problems with the seeds.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptions(optionChecks, options);
  const { shopUrl, now = Date.now } = options;
  const publicUrl = options.publicUrl && new URL(options.publicUrl).href.replace(/\/+$/, '');
  const seeds = parseSeeds(options.seeds === undefined ? ourSeeds : options.seeds);
  const sendWebhook = createWebhookSender(options.webhook, now);
  // Created on the first request, because Workers have no random numbers and no clock before it.
  let state: SandboxState | undefined;

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const base = publicUrl ?? url.origin;
    const current = (state ??= createState(seeds, now()));
    const visit: Visit = {
      request,
      url,
      state: current,
      now: now() + current.advancedBy,
      publicOrigin: new URL(base).origin,
      shopUrl,
      hasWebhook: options.webhook !== undefined,
      pageUrl: (page, token) => `${base}/sandbox/${page}/${token}`,
      sendEvents: (...events) => sendWebhook(current, events),
      reset,
    };
    for (const { operation, method, path } of routes) {
      const match = path.exec(url.pathname);
      const pathLocation = decode(match?.[1] ?? '');
      if (!match || method !== request.method || pathLocation === undefined) continue;
      return runOperation(operation, { ...visit, pathLocation });
    }
    const response = (await servePage(visit)) ?? (await handleControl(visit));
    // Not specified: the response for other paths. We respond with 404.
    return response ?? Response.json({ message: 'Not Found' }, { status: 404 });
  }

  function reset(): void {
    if (state) state.isDiscarded = true;
    state = undefined;
  }

  return { fetch };
}

function parseSeeds(seeds: SandboxSeeds): AllianceSeed[] {
  const parsed = SeedsSchema.safeParse(seeds satisfies z.input<typeof SeedsSchema>);
  if (!parsed.success) {
    throw new InvalidOptionError('seeds', `is not valid: ${describeIssues(parsed.error)}`);
  }
  return parsed.data;
}

async function runOperation(operation: OperationName, call: Call): Promise<Response> {
  const fault = takeFault(call.state.faults, operation);
  const response = (fault && faultResponse(fault)) ?? (await runWithoutFault(operation, call));
  if (!fault) return response;
  // Ends after the delay, or when the caller aborts.
  const delay = withDeadline(fault.delayMs ?? 0, call.request.signal, () => new Promise(() => {}));
  await delay.catch(() => undefined);
  return response;
}

async function runWithoutFault(operation: OperationName, call: Call): Promise<Response> {
  try {
    // Not specified: success status codes. We always respond with 200.
    return Response.json(await operationHandlers[operation](call));
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
