import type { Browser } from './browsers.js';
import { notRun } from '../runner/not-run.js';
import { findAllEngines, missingEngines } from './find-engines.js';

/**
 * Declares tests for each engine that is there, by its name and what starts a browser of it. For one that is not, it
 * declares none and says so; when REQUIRED_ENGINES names it, it throws.
 */
export function withEngines(declare: (engine: string, browse: () => Promise<Browser>) => void) {
  const engines = findAllEngines();
  const missing = missingEngines(engines);
  if (missing.length > 0)
    throw new Error(`REQUIRED_ENGINES: ${missing.join(', ')} cannot run here`);
  for (const { name, note, browse } of engines) {
    if (browse) declare(name, browse);
    else notRun(`journeys in ${name}`, note);
  }
}
