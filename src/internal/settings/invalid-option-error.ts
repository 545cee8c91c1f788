/** Thrown at construction when an option cannot be used. Never holds the option's value, which may be a secret. */
export class InvalidOptionError extends Error {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'InvalidOptionError';

  constructor(
    /** The option as it is written in code, for example `baseUrl`. */
    readonly option: string,
    /** What is wrong with it, without its value: "is missing". */
    readonly reason: string,
  ) {
    super(`Option ${option} ${reason}`);
  }
}
