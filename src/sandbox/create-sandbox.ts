/**
 * Routes a request: the five paths of the contract at the root, hosted pages and controls under `/sandbox`.
 * Does not know what an operation answers (`answers.ts`) or what a page shows (`pages.ts`).
 */
import { operationNames, operations, type OperationName } from '../contract/index.js';
import { answers } from './answers.js';
import type { Call } from './call.js';
import { answerControl } from './controls.js';
import { delayOf, faultResponse, takeFault } from './faults.js';
import { answerPage } from './pages.js';
import { Refusal } from './refusal.js';
import { createState, type SandboxState } from './state.js';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Where a shopper's browser reaches `/sandbox/…`. Default: the origin of the request. */
  readonly publicUrl?: string;
  /** The clock, in ms since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

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
 * Creates a Financing Service that keeps everything in memory and sends nothing to anybody. It answers the
 * contract's five operations for the credentials and merchants of `seeds.ts`; its links open pages under
 * `/sandbox`; `GET /sandbox/outbox`, `POST /sandbox/faults` and `DELETE /sandbox` steer it.
 */
export function createSandbox({ publicUrl, now = Date.now }: SandboxOptions = {}): Sandbox {
  // Made by the first request: workers have no random numbers and no clock before.
  let state: SandboxState | undefined;

  async function fetch(request: Request): Promise<Response> {
    state ??= createState(now());
    const url = new URL(request.url);
    for (const { operation, method, path } of routes) {
      const match = path.exec(url.pathname);
      const pathLocation = decode(match?.[1] ?? '');
      if (!match || method !== request.method || pathLocation === undefined) continue;
      const origin = publicUrl?.replace(/\/+$/, '') ?? url.origin;
      return answerOperation(operation, {
        request,
        url,
        pathLocation,
        state,
        now: now(),
        pageUrl: (page, token) => `${origin}/sandbox/${page}/${token}`,
      });
    }
    const response =
      answerPage(request, url.pathname, state, now()) ??
      answerControl(request, url.pathname, { state, reset });
    // Not shown: what is beside the five paths. We answer 404.
    return response ?? Response.json({ message: 'Not Found' }, { status: 404 });
  }

  function reset(): void {
    state = createState(now());
  }

  return { fetch };
}

async function answerOperation(operation: OperationName, call: Call): Promise<Response> {
  const fault = takeFault(call.state.faults, operation);
  const response = (fault && faultResponse(fault)) ?? (await trueAnswer(operation, call));
  if (fault) await delayOf(fault, call.request.signal);
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
