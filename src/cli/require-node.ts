import { nodeVersionProblem } from '../internal/node-version.js';

if (nodeVersionProblem !== undefined) {
  process.stderr.write(`${nodeVersionProblem}\n`);
  process.exit(2);
}
