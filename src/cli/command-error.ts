/** Ends the command with one line on stderr. The line never contains the value of a secret. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    /** Empty if the log already has the message. */
    message: string,
    /** 2 for a mistake in flags or environment variables, 1 for anything else. */
    readonly exitCode: 1 | 2 = 2,
  ) {
    super(message);
  }
}

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  EFBIG: 'the system does not allow files of that size',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
  EADDRINUSE:
    'another program uses it, perhaps a previous run that is still stopping; choose another port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such name or address',
};

/** Describes why the system refused an operation. Falls back to the error code. */
export function describeSystemError(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return systemErrors[code] ?? `system error ${code}`;
}
