// @ts-check
import { spawnSync } from 'node:child_process';
import { findAllEngines, missingEngines } from '../engines/find-engines.js';

/**
 * Ends the run at once where something is required that is not installed (REQUIRED_ENGINES, REQUIRED_SERVERS), before
 * minutes of tests go by.
 */
export async function refuseMissing() {
  const missing = missingEngines(findAllEngines());
  const servers = (process.env.REQUIRED_SERVERS ?? '').split(',');
  if (servers.includes('redis') && spawnSync('redis-server', ['--version']).status !== 0) {
    missing.push('redis-server');
  }
  if (servers.includes('prometheus') && spawnSync('prometheus', ['--version']).status !== 0) {
    missing.push('prometheus');
  }
  if (missing.length === 0) return;
  console.error(
    `Required, and not installed: ${missing.join(', ')}. On Debian as root: .ci/install`,
  );
  process.exit(1);
}
