import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { withLocationsOfFile } from '../../../src/cli/locations/locations-file.js';
import { readCommandLine, readSettings } from '../../../src/cli/settings/read-settings.js';

/** The locations of a file with this text. */
function locationsIn(t: TestContext, text: string): readonly string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'locations-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stores');
  writeFileSync(file, text);
  const read = readSettings(readCommandLine(['serve', '--locations-file', file]), {});
  return withLocationsOfFile(read).settings.locations;
}

describe('the file of locations', () => {
  it('may be CSV, with separators inside of quotes', (t) => {
    const text = 'location,vertical\nmain-street,Dental\n"smile, dental",Dental\n';
    assert.deepEqual(locationsIn(t, text), ['main-street', 'smile, dental']);
  });

  it('may be CSV whose first line names another delimiter', (t) => {
    const text = 'sep=|\nlocation|vertical\nmain-street|Dental\n';
    assert.deepEqual(locationsIn(t, text), ['main-street']);
  });

  it('is refused where a location falls apart into two cells', (t) => {
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

  it('is named by its path if it is missing', () => {
    const read = readSettings(readCommandLine(['serve', '--locations-file', '/no/such\nfile']), {});
    assert.throws(() => withLocationsOfFile(read), {
      message:
        '--locations-file names a file that cannot be read: there is no such file or folder: /no/such?file',
    });
  });
});
