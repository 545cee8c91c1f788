/**
 * The step of `npm run build` after the compiler, which leaves out the comments of types that it infers. In the
 * declarations of `dist`, an exported `type XOptions = OptionsOf<typeof xSettings>` becomes an interface that says in
 * comments what the rows of the table say. The same file has to export the table.
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
// An alias that this does not find would go out without comments.
if (written === 0) throw new Error('no declaration in dist is made of a table of settings');

function interfaceOf(name: string, table: SettingTable, constant: string): string {
  const members = Object.entries(table).map(([option, setting]) => {
    const type = typeOf(setting) ?? `OptionsOf<typeof ${constant}>['${option}']`;
    const property = setting.isRequired ? `${option}: ${type}` : `${option}?: ${type} | undefined`;
    return `${commentOf(setting)}\n    ${property};`;
  });
  return `export interface ${name} {\n${members.join('\n')}\n}`;
}

/** The type where it is plain, as a reader of the declarations expects it; undefined for functions and objects. */
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
