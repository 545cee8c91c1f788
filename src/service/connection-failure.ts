/** Codes of failures that happen before a request is written: name look-up, connection, TLS handshake. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|BAD_PORT|ConnectionRefused|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

/** What is known of a rejected `fetch`: the system's code, and whether the request surely was not sent. */
export function connectionFailure(error: unknown): { reason?: string; notSent: boolean } {
  const reason = systemCode(error);
  return reason === undefined
    ? { notSent: false }
    : { reason, notSent: beforeSending.test(reason) };
}

/** Node's fetch puts the system's error into `cause`; other runtimes give it directly, or not at all. */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 8) return undefined;
  // A port that fetch refuses to call (Fetch standard, "port blocking") has no code of its own.
  if (error.message === 'bad port') return 'BAD_PORT';
  const { code } = error as { code?: unknown };
  // undici gives none to an answer that is not HTTP.
  if (error.name === 'HTTPParserError' && code === undefined) return 'HPE_INVALID';
  return typeof code === 'string' && /^\w{1,64}$/.test(code)
    ? code
    : systemCode(error.cause, depth + 1);
}
