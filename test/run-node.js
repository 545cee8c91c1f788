// @ts-check
/**
 * Runs the tests for Node: every test/**\/*.test.ts, or those whose path contains an argument, as in
 * `npm run test:node -- client`. Node 20's own --test takes no glob, and leaves one core idle. Here one file more
 * runs at a time than there are cores, since many wait for processes of theirs.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const wanted = process.argv.slice(2);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();
if (files.length === 0) throw new Error('there is no such test');

const options = [`--test-concurrency=${availableParallelism() + 1}`, '--test-reporter=spec'];
const args = ['--import', 'tsx', '--test', ...options, ...files];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
