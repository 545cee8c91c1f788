import { readFileSync } from 'node:fs';

/** The options of Prettier in package.json. */
export function prettierOptions(): object {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { prettier: object }).prettier;
}
