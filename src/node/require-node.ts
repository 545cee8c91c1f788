import { nodeVersionProblem } from '../internal/node-version.js';

if (nodeVersionProblem !== undefined) throw new Error(nodeVersionProblem);
