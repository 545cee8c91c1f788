import type { Browser } from './browsers.js';
import { findEngines, missingEngines } from './find-engines.js';

/**
 * Declares tests for each engine that is there, by its name and what starts a browser of it. For one that is not, it
 * declares none and prints why; when REQUIRED_ENGINES names it, it throws.
 */
export function withEngines(declare: (engine: string, browse: () => Promise<Browser>) => void) {
  const engines = findEngines();
  const missing = missingEngines(engines);
  if (missing.length > 0)
    throw new Error(`REQUIRED_ENGINES: ${missing.join(', ')} cannot run here`);
  for (const { name, note, browse } of engines) {
    if (browse) declare(name, browse);
    else console.log(`${name} does not run here, and no journey in it: ${note}`);
  }
}
