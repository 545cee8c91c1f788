#!/usr/bin/env node
import { nodeVersionProblem } from '../internal/node-version.js';

if (nodeVersionProblem !== undefined) {
  process.stderr.write(`${nodeVersionProblem}\n`);
  process.exit(2);
}

// Import the rest only after the version check: an older Node refuses all modules if one imports a name that it lacks.
try {
  await import('./run.js');
} catch (error) {
  // Loading the modules opens hundreds of files at once.
  if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  process.stderr.write(
    'financing-elements: too many files are open; raise the limit (ulimit -n), for example to 1024\n',
  );
  process.exit(1);
}
