/**
 * Adds comments to the declarations in `dist`, because the compiler leaves out the comments of inferred types. An exported
 * `type XOptions = OptionsOf<typeof xSettings>` becomes an interface whose comments are the texts of the table's rows. The same
 * file has to export the table. `npm run build` runs this after the compiler.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Setting, SettingTable } from '../src/internal/settings.js';

const alias = /^export type (\w+) = OptionsOf<typeof (\w+)>;$/gm;
const dist = join(import.meta.dirname, '../dist');

let written = 0;
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const path = join(dist, file);
  const declarations = readFileSync(path, 'utf8');
  if (declarations.search(alias) === -1) continue;
  const module = pathToFileURL(path.replace(/\.d\.ts$/, '.js')).href;
  const exported = (await import(module)) as Readonly<Record<string, SettingTable | undefined>>;
  const documented = declarations.replace(alias, (_alias, name: string, constant: string) => {
    const table = exported[constant];
    if (!table) throw new Error(`dist/${file} does not export ${constant}, the table of ${name}`);
    written += 1;
    return interfaceOf(name, table, constant);
  });
  writeFileSync(path, documented);
}
// If the pattern finds no alias, the options would be published without comments.
if (written === 0) throw new Error('dist has no declaration of options from a table of settings');

function interfaceOf(name: string, table: SettingTable, constant: string): string {
  const members = Object.entries(table).map(([option, setting]) => {
    const type = typeOf(setting) ?? `OptionsOf<typeof ${constant}>['${option}']`;
    const property = setting.isRequired ? `${option}: ${type}` : `${option}?: ${type} | undefined`;
    return `${commentOf(setting)}\n    ${property};`;
  });
  return `export interface ${name} {\n${members.join('\n')}\n}`;
}

/** Returns a plain type that is easy to read in declarations, or undefined for functions and objects. */
function typeOf({ type }: Setting): string | undefined {
  const schema = z.toJSONSchema(type.schema, { io: 'input', unrepresentable: 'any' });
  if (schema.enum) return schema.enum.map((value) => `'${String(value)}'`).join(' | ');
  if (schema.type === 'array') return 'readonly string[]';
  if (schema.type === 'integer') return 'number';
  return typeof schema.type === 'string' ? schema.type : undefined;
}

function commentOf({ help, details, default: standard, defaultWords }: Setting): string {
  const lines = wrap(details ? `${help} ${details}` : help);
  if (standard !== undefined) {
    lines.push(`@default ${typeof standard === 'string' ? `'${standard}'` : String(standard)}`);
  } else if (defaultWords) {
    lines.push(`@default ${defaultWords.replaceAll('`', '')}`);
  }
  if (lines.length === 1) return `    /** ${lines[0]} */`;
  return ['    /**', ...lines.map((line) => `     * ${line}`), '     */'].join('\n');
}

/** Breaks a text into lines of a comment. */
function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length > 112) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}
