import { checkMediaType } from './media-type.js';
import { checkOrigin } from './origin.js';
import { decodeText, parseJson } from './json.js';
import type { RateGate } from './rate.js';

/** A request whose route is known, and whose body is a JSON value. */
export interface Received {
  readonly request: Request;
  /** The body; empty when the operation has none. */
  readonly text: string;
  /** The value of the body; undefined when the operation has none. */
  readonly json: unknown;
  /** The location in the path, still encoded. */
  readonly pathLocation: string | undefined;
}

/** The part of an operation in its gates. Each function throws a `ProblemError` to refuse the request. */
export interface GatedOperation<Fields, Admitted, Answer> {
  /** Reads the body, within its limit. Absent when the operation has no body. */
  readonly readBody?: (request: Request) => Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the answer to the same text, if it is cached: the text then has passed the gates that follow. */
  readonly findAnswer?: (request: Request, text: string) => Answer | undefined;
  /** Checks the fields. Throws 400 or 422. */
  readFields(received: Received): Fields;
  /** Checks what the integrator allows, and returns what to send. Throws 401 or 403. */
  applyPolicy(fields: Fields, request: Request): Admitted | Promise<Admitted>;
  /** Sends it to the service: with an `Idempotency-Key` once, else throws 409 or 422. */
  send(admitted: Admitted, request: Request): Promise<Answer>;
}

/** Options of `createGates`. */
export interface GateOptions {
  readonly allowedOrigins: readonly string[];
  readonly checkRate: RateGate;
  readonly addressOf: (request: Request) => string | undefined;
}

/**
 * Creates the function that puts an operation behind its gates. Their order is part of the interface. A refused request
 * never reaches the service. The first two gates, 404 and 405, have found the route before (http/route.ts).
 */
export function createGates({ allowedOrigins, checkRate, addressOf }: GateOptions) {
  return <Fields, Admitted, Answer>(operation: GatedOperation<Fields, Admitted, Answer>) =>
    async (request: Request, pathLocation?: string): Promise<Answer> => {
      checkOrigin(request, allowedOrigins); // 403
      await checkRate(addressOf(request)); // 429
      let text = '';
      let json: unknown;
      if (operation.readBody) {
        checkMediaType(request); // 415
        text = decodeText(await operation.readBody(request)); // 413
        const cached = operation.findAnswer?.(request, text);
        if (cached) return cached;
        json = parseJson(text); // 400
      }
      const fields = operation.readFields({ request, text, json, pathLocation }); // 400, 422
      const admitted = await operation.applyPolicy(fields, request); // 401, 403
      return operation.send(admitted, request); // 409, 422
    };
}
