import type { PageName, SandboxState, WebhookEvent } from './state.js';

/** One request to a sandbox, with the state it meets. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  readonly state: SandboxState;
  /** Time by the sandbox's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The origin at which browsers reach `/sandbox/…`. */
  readonly publicOrigin: string;
  /** URL or path of the shop that pages lead back to. */
  readonly shopUrl: string | undefined;
  /** True where events are sent to the shop; otherwise they are only listed. */
  readonly hasWebhook: boolean;
  /** The URL of a hosted page. */
  pageUrl(page: PageName, token: string): string;
  /** Sends an event to the integrator. Resolves when the answer may be sent: at once, unless a fault delays it. */
  sendEvent(event: WebhookEvent): Promise<void>;
  /** Discards the state. */
  reset(): void;
}
