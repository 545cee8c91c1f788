import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  type Certificate,
  createCertificate,
  startHttps,
  withOpenSsl,
} from '../../support/servers.js';
import { check, type Environment, healthy } from '../command.js';

/** What a check says of a service with this certificate, and whether the service heard of a key. */
async function checkTls(t: TestContext, certificate: Certificate, env: Environment = {}) {
  let requests = 0;
  const url = await startHttps(t, certificate, (request, response) => {
    requests += 1;
    request.resume();
    return healthy(request, response);
  });
  const { stdout } = await check(t, url, { FINANCING_SVC_SECRET: '', ...env });
  return { stdout, requests };
}

const here = 'IP:127.0.0.1';

withOpenSsl(() => {
  describe('financing-elements check over TLS', { concurrency: 2, timeout: 120_000 }, () => {
    it('sends nothing to a service with an untrusted certificate', async (t) => {
      const { stdout, requests } = await checkTls(t, createCertificate(t, here));
      assert.match(
        stdout,
        /^wrong +Its TLS certificate is from an authority that this machine does not know/m,
      );
      assert.equal(requests, 0);
    });

    it('sends nothing to a service whose certificate is for another name', async (t) => {
      const certificate = createCertificate(t, 'DNS:service.example');
      const env = { NODE_EXTRA_CA_CERTS: certificate.file };
      const { stdout, requests } = await checkTls(t, certificate, env);
      assert.match(stdout, /^wrong +Its TLS certificate is for another name/m);
      assert.equal(requests, 0);
    });

    it('sends nothing to a service whose certificate has expired', async (t) => {
      const certificate = createCertificate(t, here, { expired: true });
      const env = { NODE_EXTRA_CA_CERTS: certificate.file };
      const { stdout, requests } = await checkTls(t, certificate, env);
      assert.match(stdout, /^wrong +Its TLS certificate has expired/m);
      assert.equal(requests, 0);
    });

    it('works with a private authority that NODE_EXTRA_CA_CERTS names', async (t) => {
      const certificate = createCertificate(t, here);
      const env = { NODE_EXTRA_CA_CERTS: certificate.file };
      const { stdout, requests } = await checkTls(t, certificate, env);
      assert.match(stdout, /^ok /m);
      assert.equal(requests, 1);
    });
  });
});
