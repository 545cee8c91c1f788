/**
 * Generates everything that `npm run reference` writes: reference pages, regions of guides, the `--help` texts that a test
 * compares, and the proxy's area codes.
 */
import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';
import { columns } from '../../src/cli/locations/columns.js';
import { pageStyleSheet } from '../../src/elements/page-style-sheet.js';
import { accessibilitySummary, accessibilityTable, accessibilityTests } from './accessibility.js';
import { elementsReference } from './elements-reference.js';
import { pageErrorSections, proxyErrorSections, shopperWords } from './errors/errors-page.js';
import { httpReference } from './http-reference.js';
import { logsAndMetricsReference } from './logs-and-metrics-reference.js';
import { guidesThatInstall } from './install-instructions.js';
import { settingsReference } from './settings-reference.js';
import { textsReference } from './texts-reference.js';
import { areaCodes } from './area-codes.js';

/** Returns the text of each generated file, by its path from the root of the repository. */
export async function generateReference(): Promise<Readonly<Record<string, string>>> {
  const pages = {
    ...guidesThatInstall(),
    'docs/accessibility.md': withRegions('docs/accessibility.md', {
      summary: accessibilitySummary(),
      'level A': accessibilityTable('A'),
      'level AA': accessibilityTable('AA'),
      tests: accessibilityTests(),
    }),
    'docs/elements.md': withRegions('docs/elements.md', {
      'page style sheet': `\`\`\`css\n${pageStyleSheet}\`\`\`\n`,
    }),
    'docs/errors.md': withRegions('docs/errors.md', {
      'codes of the proxy': proxyErrorSections(),
      'codes of the page': pageErrorSections(),
      'what a shopper reads': shopperWords(),
    }),
    'docs/locations.md': withRegions('docs/locations.md', { columns: columnsTable() }),
    'docs/reference-elements.md': elementsReference(),
    'docs/reference-http.md': await httpReference(),
    'docs/reference-logs-and-metrics.md': logsAndMetricsReference(),
    'docs/reference-settings.md': settingsReference(),
    'docs/reference-texts.md': textsReference(),
    'src/proxy/fields/refused-area-codes.ts': areaCodes(),
  };
  const formatted = Object.entries(pages).map(
    async ([path, text]) => [path, await formatPage(path, text)] as const,
  );
  return Object.fromEntries(await Promise.all(formatted));
}

function columnsTable(): string {
  const rows = Object.entries(columns).map(([name, help]) => `| \`${name}\` | ${help} |\n`);
  return `| Column | Holds |\n| --- | --- |\n${rows.join('')}`;
}

/** Returns a guide with new generated regions. Throws if the guide lacks one of them. */
function withRegions(path: string, regions: Readonly<Record<string, string>>): string {
  let guide = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  for (const [name, text] of Object.entries(regions)) {
    const region = new RegExp(`(?<=<!-- generated: ${name} -->\n).*?(?=<!-- /generated -->)`, 's');
    if (!region.test(guide)) throw new Error(`${path} has no region “generated: ${name}”`);
    guide = guide.replace(region, () => `\n${text}\n`);
  }
  return guide;
}

/** Formats the text of a page as `npm run format` does. Throws if the text can't be parsed. */
async function formatPage(path: string, text: string): Promise<string> {
  const config = readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8');
  const { code, errors } = await format(path, text, JSON.parse(config) as FormatConfig);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}
