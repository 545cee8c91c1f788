import { readFileSync } from 'node:fs';
import { format as formatSource, type FormatConfig } from 'oxfmt';

/** The text of a generated file, laid out as `npm run format` would. Throws where it cannot be parsed. */
export async function format(path: string, text: string): Promise<string> {
  const config = readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8');
  const { code, errors } = await formatSource(path, text, JSON.parse(config) as FormatConfig);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}
