import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { withLocationsOfFile } from '../../../src/cli/locations/locations-file.js';
import { readCommandLine, readSettings } from '../../../src/cli/settings/read-settings.js';
import { writeTemporaryFile } from '../../support/files.js';

function locationsIn(t: TestContext, text: string): readonly string[] | undefined {
  const file = writeTemporaryFile(t, text);
  const read = readSettings(readCommandLine(['serve', '--locations-file', file]), {});
  return withLocationsOfFile(read).settings.locations;
}

describe('The file of locations', () => {
  it('may be a CSV file, with delimiters inside quotes', (t) => {
    const text = 'location,vertical\nmain-street,Dental\n"smile, dental",Dental\n';
    assert.deepEqual(locationsIn(t, text), ['main-street', 'smile, dental']);
  });

  it('may be a CSV file whose first line names the delimiter', (t) => {
    const text = 'sep=|\nlocation|vertical\nmain-street|Dental\n';
    assert.deepEqual(locationsIn(t, text), ['main-street']);
  });

  it('is refused if a delimiter splits a location into two cells', (t) => {
    for (const text of [
      'location\nmain-street\nsmile, dental\n',
      'location;\na\nsmile; dental\n',
    ]) {
      assert.throws(() => locationsIn(t, text), {
        message:
          '--locations-file, line 3: more cells than columns; put a cell with a separator in quotes',
      });
    }
  });

  it('is named with its path if it is missing', () => {
    const read = readSettings(readCommandLine(['serve', '--locations-file', '/no/such\nfile']), {});
    assert.throws(() => withLocationsOfFile(read), {
      message:
        '--locations-file names a file that cannot be read: there is no such file or folder: /no/such?file',
    });
  });
});
