import { checkLinkUrl, type Send } from '../links/index.js';
import type { OperationAnswer, OperationParts } from './operation.js';

/** A link for a shopper, and how it is created. */
interface NewLink extends Send {
  /** The field of the request that holds `reference`, by which webhooks find the link. */
  readonly referenceField: 'transactionId' | 'referral';
  /** Whether the page may follow how the application ends. */
  readonly hasStatus: boolean;
  /** Asks the service for it. */
  create(): Promise<{ readonly url: string }>;
}

/** Creates a link for a shopper, once, and answers with its status token where it has a status. */
export async function createLink(
  { settings, idempotentSend, linkStatus }: OperationParts,
  { referenceField, hasStatus, create, ...send }: NewLink,
): Promise<OperationAnswer> {
  const { operation, reference, body } = send;
  const created = await idempotentSend(send, async () => {
    const link = await create();
    checkLinkUrl(operation, settings.linkHosts, link.url);
    if (!linkStatus || !hasStatus) return { body: link };
    const { location } = body;
    return linkStatus.track({ field: referenceField, reference, location }, link);
  });
  const headers = await linkStatus?.tokenHeader(created);
  return { json: JSON.stringify(created.body), headers };
}
