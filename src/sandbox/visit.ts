import type { Pages, SandboxState } from './state.js';
import type { WebhookEvent } from './webhooks.js';

/** One request to a sandbox, as its operations, pages and controls see it. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  readonly state: SandboxState;
  /** By the sandbox's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The origin under which browsers find `/sandbox/…`. */
  readonly publicOrigin: string;
  /** The URL of a hosted page. */
  pageUrl(page: Pages, token: string): string;
  /** Tells the integrator of an event; resolves when the answer may go, which is at once unless armed otherwise. */
  tell(event: WebhookEvent): Promise<void>;
  /** Forgets everything since the sandbox was made. */
  reset(): void;
}
