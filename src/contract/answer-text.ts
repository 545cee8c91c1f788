import * as z from 'zod';

// Not shown: lengths of the fields of an answer. We take a longer one as a fault, since the proxy stores answers. As a
// refinement, so that the OpenAPI document does not pass our limit off as the contract's.
const textUpTo = (most: number) =>
  z.string().refine((text) => text.length <= most, { error: `Longer than ${most} characters` });

/** A name or a state in an answer. */
export const AnswerTextSchema = textUpTo(256);

/** A location in an answer: the caller's own identifier, which is part of a URL. */
export const AnswerLocationSchema = textUpTo(8_192);

/** A URL or a token in an answer. */
export const AnswerUrlSchema = textUpTo(8_192);
