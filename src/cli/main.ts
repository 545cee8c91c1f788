#!/usr/bin/env node
import { nodeVersionProblem } from '../internal/node-version.js';

if (nodeVersionProblem !== undefined) {
  process.stderr.write(`${nodeVersionProblem}\n`);
  process.exit(2);
}

// Import the rest only after the version check: an older Node refuses all modules if one imports a name that it lacks.
await import('./run.js');
