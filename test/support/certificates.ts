import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { notRun } from '../runner/not-run.js';

/** A certificate that signed itself, for TLS on this machine, for one test. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** Its path, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
}

/** Declares tests that need `openssl`. Where it is not installed, it declares none and says so. */
export function withOpenSsl(declare: () => void): void {
  if (spawnSync('openssl', ['version']).status === 0) return declare();
  notRun('wrong certificates', 'openssl is not installed (Debian: apt install openssl)');
}

/** Makes a certificate for a name, as in `IP:127.0.0.1`. One that has expired did so yesterday. */
export function createCertificate(
  t: TestContext,
  name: string,
  { expired = false } = {},
): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const about = ['-days', '2', '-subj', '/CN=test', '-addext', `subjectAltName=${name}`];
  openssl('req', '-x509', ...kind, '-keyout', 'key.pem', '-out', 'cert.pem', ...about);
  if (expired) {
    const days = ['-days', '-1', '-out', 'expired.pem'];
    openssl('x509', '-in', 'cert.pem', '-signkey', 'key.pem', ...days);
  }
  const file = join(folder, expired ? 'expired.pem' : 'cert.pem');
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(file), file };
}
