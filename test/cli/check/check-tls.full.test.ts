import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  type Certificate,
  createCertificate,
  startHttps,
  withOpenSsl,
} from '../../support/servers.js';
import { runCheck, type Environment, respondWithEstimate } from '../command.js';

/** Runs a check on a service with this certificate, and counts the requests it receives. */
async function checkTls(t: TestContext, certificate: Certificate, env: Environment = {}) {
  let requests = 0;
  const url = await startHttps(t, certificate, (request, response) => {
    requests += 1;
    request.resume();
    return respondWithEstimate(request, response);
  });
  const { stdout } = await runCheck(t, url, { FINANCING_SVC_SECRET: '', ...env });
  return { stdout, requests };
}

const here = 'IP:127.0.0.1';

withOpenSsl(() => {
  describe('financing-elements check over TLS', { concurrency: 2, timeout: 120_000 }, () => {
    const refused: Record<string, [create: (t: TestContext) => Certificate, isKnown: boolean]> = {
      'is from an authority that this machine does not know': [
        (t) => createCertificate(t, here),
        false,
      ],
      'is for another name': [(t) => createCertificate(t, 'DNS:service.example'), true],
      'has expired': [(t) => createCertificate(t, here, { expired: true }), true],
    };
    for (const [what, [create, isKnown]] of Object.entries(refused)) {
      it(`sends nothing to a service whose certificate ${what}`, async (t) => {
        const certificate = create(t);
        const env: Environment = isKnown ? { NODE_EXTRA_CA_CERTS: certificate.file } : {};
        const { stdout, requests } = await checkTls(t, certificate, env);
        assert.match(stdout, new RegExp(`^wrong +Its TLS certificate ${what}`, 'm'));
        assert.equal(requests, 0);
      });
    }

    it('accepts a private authority from NODE_EXTRA_CA_CERTS', async (t) => {
      const certificate = createCertificate(t, here);
      const env = { NODE_EXTRA_CA_CERTS: certificate.file };
      const { stdout, requests } = await checkTls(t, certificate, env);
      assert.match(stdout, /^ok /m);
      assert.equal(requests, 1);
    });
  });
});
