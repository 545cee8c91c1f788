/** Checks that each alert has a section in the runbook, and that the code writes each listed event. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { logEvents } from '../../src/cli/log.js';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The sections of the runbook, by heading. */
const sections = new Map(
  read('docs/runbook.md')
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n').replace(/^## [^]*/m, '')];
    }),
);

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

const alerts = (parse(read('ops/alerts.yml')) as Alerts).groups.flatMap(({ rules }) => rules);

describe('docs/runbook.md', () => {
  for (const { alert, annotations } of alerts) {
    it(`explains ${alert} and what to do about it`, () => {
      const section = sections.get(alert);
      assert.match(section ?? '', /\*\*Means\.\*\* .*\*\*First\.\*\*\n.*\*\*Do\.\*\* /s);
      const path = `docs/runbook.md#${alert.toLowerCase()}`;
      assert.equal(annotations['runbook_url'], path);
    });
  }

  it('has only sections about existing alerts', () => {
    assert.deepEqual(
      [...sections.keys()],
      alerts.map(({ alert }) => alert),
    );
  });
});

describe('The events of the log', () => {
  const sources = ['src/proxy', 'src/cli']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && !/\/(?:log-)?events\.ts$/.test(file))
    .map(read)
    .join('\n');

  for (const event of Object.keys(logEvents)) {
    it(`include ${event}, which the code can write`, () => {
      assert.match(sources, new RegExp(`'${event}'`));
    });
  }
});
