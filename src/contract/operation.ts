import type * as z from 'zod';

/** An error that an operation declares (service document, "Errors"). */
export interface DeclaredError {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Its message. Several errors can share one. */
  readonly message: string;
  /** When the service answers so, in words. */
  readonly condition: string;
  /** The message ends with a list of the unsupported states. */
  readonly listsStates?: true;
}

/** The facts of the service document about one operation. */
export interface Operation {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path below the base URL; `{location}` stands for one segment. */
  readonly path: string;
  /** The header names of the credentials it requires. */
  readonly credentials: readonly ('svc-key' | 'svc-secret')[];
  /** True when a second request does no harm. */
  readonly retryable: boolean;
  /** Schema of the query; absent without one. */
  readonly query?: z.ZodType;
  /** Schema of the request's JSON body; absent without one. */
  readonly request?: z.ZodType;
  /** Schema of the JSON body of a success answer. */
  readonly response: z.ZodType;
  /** Present when the operation can send a text. */
  readonly sms?: {
    /** Whether it does when `sendSMS` is omitted. */
    readonly whenOmitted: boolean;
    /** Path of the phone number in the request, as in `[0].customerPhoneNumber`. */
    readonly phoneNumberPath: string;
    /** Returns the number in a request that gets the text; undefined without one. */
    phoneNumber(request: never): string | undefined;
  };
  /** The errors that the operation declares, by a name for their condition. */
  readonly errors: Readonly<Record<string, DeclaredError>>;
}
