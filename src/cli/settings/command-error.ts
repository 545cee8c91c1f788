/** Ends the command with one line on stderr, which never holds a secret's value. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    /** 2 for a mistake in flags or environment, 1 for anything else. */
    readonly exitCode: 1 | 2 = 2,
  ) {
    super(message);
  }
}
