#!/usr/bin/env node
import { nodeVersionProblem } from '../internal/node-version.js';

if (nodeVersionProblem !== undefined) {
  process.stderr.write(`${nodeVersionProblem}\n`);
  process.exit(2);
}

// Imported late: an older Node refuses all modules at once where one of them names an export that it lacks.
await import('./run.js');
