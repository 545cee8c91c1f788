import type { DeclaredError } from '../../contract/index.js';

/** An error that the operation declares for the request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The cause in words, for the developer. Default: the declared condition. */
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
   * The answer to the caller. Several conditions share a status and message in the service document; the header
   * `sandbox-reason` distinguishes them for developers.
   */
  toResponse(): Response {
    // Headers hold printable ASCII, and servers and clients limit their length.
    const reason = this.reason.replace(/[^ -~]/g, '?').slice(0, 500);
    return Response.json(
      { message: this.message },
      { status: this.status, headers: { 'sandbox-reason': reason } },
    );
  }
}
