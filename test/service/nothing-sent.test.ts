import { describe, it } from 'node:test';
import { OutcomeUnknownError, ServiceUnreachableError } from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { links, samples } from '../support/samples.js';
import { createTestService, failToConnect, type Respond } from '../support/service-stub.js';

/** Creates an error of a system call like Node. */
function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** Throws the error for a host whose addresses all fail: one inner error per address. */
function failAll(code: string, ...syscalls: string[]): Respond {
  return () => {
    const attempts = syscalls.map((syscall) => systemError(code, syscall));
    throw Object.assign(new AggregateError(attempts), { code });
  };
}

/** Throws an error after this many causes. */
function failAtDepth(depth: number, code: string): Respond {
  let error: Error = Object.assign(new Error('gone'), { code });
  for (let count = 0; count < depth; count += 1)
    error = new Error('fetch failed', { cause: error });
  return () => Promise.reject(error);
}

const badPort: Respond = () => {
  throw new TypeError('fetch failed', { cause: new Error('bad port') });
};

/** Failures that mean that nothing was sent. */
const proofs: Record<string, Respond> = {
  'a refused connection': failToConnect('ECONNREFUSED'),
  'a host without a route': failToConnect('EHOSTUNREACH', 'connect'),
  'a network without a route': failToConnect('ENETUNREACH', 'connect'),
  'a connection timeout': failToConnect('ETIMEDOUT', 'connect'),
  "undici's connection timeout": failToConnect('UND_ERR_CONNECT_TIMEOUT'),
  'no free local port': failToConnect('EADDRNOTAVAIL', 'connect'),
  'an unknown host name': failToConnect('ENOTFOUND', 'getaddrinfo'),
  'no free file for the name lookup': failToConnect('EMFILE', 'getaddrinfo'),
  'a name server that fails': failToConnect('EAI_FAIL', 'getaddrinfo'),
  'several unreachable addresses': failAll('ETIMEDOUT', 'connect', 'connect'),
  'a certificate that has expired': failToConnect('CERT_HAS_EXPIRED'),
  'a certificate of another host': failToConnect('ERR_TLS_CERT_ALTNAME_INVALID'),
  'a certificate of an unknown authority': failToConnect('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  'an unavailable name server': failToConnect('EAI_AGAIN'),
  'an unknown host name without a system call': failToConnect('ENOTFOUND'),
  'a self-signed certificate': failToConnect('DEPTH_ZERO_SELF_SIGNED_CERT'),
  'a self-signed certificate in its chain': failToConnect('SELF_SIGNED_CERT_IN_CHAIN'),
  'a port that fetch blocks': badPort,
  'a refused connection as the eighth cause': failAtDepth(8, 'ECONNREFUSED'),
  'a refused connection on Bun': failToConnect('ConnectionRefused'),
};

/** Failures that can also happen after the service has read the request. */
const noProofs: Record<string, Respond> = {
  'TLS with a wrong checksum': failToConnect('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'),
  'TLS with a wrong record': failToConnect('ERR_SSL_BAD_RECORD_TYPE'),
  'plain text within TLS': failToConnect('ERR_SSL_WRONG_VERSION_NUMBER'),
  'an alert of TLS': failToConnect('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
  'a TLS session that may not be renewed': failToConnect('ERR_TLS_RENEGOTIATION_DISABLED'),
  'a protocol error': failToConnect('EPROTO', 'write'),
  'a connection that is reset': failToConnect('ECONNRESET', 'read'),
  'a route that is lost later': failToConnect('EHOSTUNREACH', 'read'),
  'a network that is lost later': failToConnect('ENETUNREACH', 'write'),
  'a connection that goes silent': failToConnect('ETIMEDOUT', 'read'),
  'a code that ends like a proof': failToConnect('X_ECONNREFUSED'),
  'a code that begins like a proof': failToConnect('ECONNREFUSED_X'),
  'a code of no kind of proof': failToConnect('EAI_'),
  'a certificate of no kind of proof': failToConnect('CERT_'),
  'an authority of no kind of proof': failToConnect('UNABLE_TO_'),
  'a refused connection as the ninth cause': failAtDepth(9, 'ECONNREFUSED'),
  'several failures, one of them after the connection': failAll('ETIMEDOUT', 'connect', 'read'),
  'several unknown failures': failAll('ETIMEDOUT'),
};

for (const operation of links) {
  describe(`${operation}() with a failing transport`, () => {
    for (const [failure, respond] of Object.entries(proofs)) {
      it(`was not sent: ${failure}`, async () => {
        const { service } = createTestService(respond);
        await rejection(samples[operation].call(service), ServiceUnreachableError);
      });
    }

    for (const [failure, respond] of Object.entries(noProofs)) {
      it(`may have been sent: ${failure}`, async () => {
        const { service } = createTestService(respond);
        await rejection(samples[operation].call(service), OutcomeUnknownError);
      });
    }
  });
}
