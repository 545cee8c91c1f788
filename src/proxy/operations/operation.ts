import { parseTraceparent } from '../../internal/http.js';
import type { CallOptions, FinancingService } from '../../service/index.js';
import type { Estimates } from '../estimates/index.js';
import type { LinkStatus } from '../link-status/index.js';
import type { IdempotentSend } from '../links/index.js';
import type { ProxySettings } from '../settings/index.js';

/** The answer of an operation: the contract's body as JSON, and headers of the proxy. */
export interface OperationAnswer {
  readonly json: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The parts of a proxy that operations use. */
export interface OperationParts {
  readonly settings: ProxySettings;
  readonly service: FinancingService;
  readonly estimates: Estimates;
  readonly idempotentSend: IdempotentSend;
  /** Undefined when the proxy takes no webhooks. */
  readonly linkStatus: LinkStatus | undefined;
}

/** The options of a call on behalf of a request. Read on demand: a host may create the signal when it is first read. */
export function callOptionsOf(request: Request): CallOptions {
  return {
    get signal() {
      return request.signal;
    },
    get traceparent() {
      return traceparentOf(request);
    },
  };
}

/** Returns the `traceparent` of a request; undefined unless it is valid. */
export function traceparentOf({ headers }: Request): string | undefined {
  const header = headers.get('traceparent');
  return header !== null && parseTraceparent(header) ? header : undefined;
}
