import type { DeclaredError } from '../contract/index.js';

/** Thrown by an answer when the operation declares an error for what was asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** What in particular was wrong, for the developer: the declared condition unless more is known. */
  readonly reason: string;

  constructor(
    declared: DeclaredError,
    { message = declared.message, reason = declared.condition } = {},
  ) {
    super(message);
    this.status = declared.status;
    this.reason = reason;
  }

  // Not shown: the shape of an error body. We send `{"message": …}`.
  /**
   * The answer that the caller gets. Several conditions share a status and message in the service document;
   * the header `sandbox-reason` tells them apart, for reading only.
   */
  toResponse(): Response {
    // A header holds printable ASCII, and servers and clients take only some kilobytes of it.
    const reason = this.reason.replace(/[^ -~]/g, '?').slice(0, 500);
    return Response.json(
      { message: this.message },
      { status: this.status, headers: { 'sandbox-reason': reason } },
    );
  }
}
