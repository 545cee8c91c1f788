/** Fills a disk in the middle of a line. Uses a real limit, because Node's file functions can't be replaced here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openResults, readResults } from '../../../src/cli/locations/results-file.js';
import { built } from '../../runner/fresh-build.js';
import { writeTemporaryFile } from '../../support/files.js';

const service = 'https://service.example/';

/** Appends entries until one fails, and prints how many succeeded and the error. */
const fill = `
  const { openResults } = await import(process.argv[1]);
  const results = openResults(process.argv[2], '${service}');
  for (let line = 0; line < 1000; line += 1) {
    try {
      results.append({ line, location: 'store-' + line, sendSMS: true, outcome: 'sending' });
    } catch (error) {
      console.log(JSON.stringify({ line, message: error.message }));
      break;
    }
  }
`;

it('A results file contains each entry that was acknowledged before the disk was full', (t) => {
  const file = `${writeTemporaryFile(t, '')}.results.jsonl`;
  const module = pathToFileURL(built('cli/locations/results-file.js')).href;
  // The file size limit in blocks. The disk takes part of a line and rejects the rest.
  const script = `ulimit -f 4; exec "$@"`;
  const args = [
    '-c',
    script,
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    fill,
    module,
    file,
  ];
  const { stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  assert.match(stdout, /^\{/, stderr);
  const { line, message } = JSON.parse(stdout) as { line: number; message: string };

  assert.match(
    message,
    /\.results\.jsonl cannot be written: the system does not allow files of that size$/,
  );
  assert.doesNotMatch(readFileSync(file, 'utf8'), /\n$/, 'no part of a line was written');
  const results = readResults(file, service);
  assert.equal(results.isUnclear(`store-${line - 1}`), true);
  assert.equal(results.isUnclear(`store-${line}`), false);

  const second = openResults(file, service);
  second.append({ line, location: `store-${line}`, sendSMS: true, outcome: 'sending' });
  second.close();
  assert.equal(readResults(file, service).isUnclear(`store-${line}`), true);
});
