/** Writes the commands in the guides that install the package. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/**
 * False until the package is on npm, where anyone could register its name. Until then, the guides install the file that
 * `npm pack` makes in a clone. Set it to true with the first release, and run `npm run reference`.
 */
const isPublished: boolean = false;

const root = new URL('..', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string;
};

/** The package in a command such as `npm install express ../financing-elements/financing-elements-0.1.0.tgz`. */
const installed =
  /(?<=npm install\b[^\n#]*?\s)((?:\.\.\/)*)financing-elements(?:\/financing-elements-[\w.-]+\.tgz)?(?=\s|$)/gm;

/** Returns the guides with commands that install the package from where it is, by their paths. */
export function guidesThatInstall(): Readonly<Record<string, string>> {
  const paths = [
    'README.md',
    ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`),
    ...readdirSync(new URL('recipes', root)).map((name) => `recipes/${name}/README.md`),
  ].filter((path) => path.endsWith('.md') && existsSync(new URL(path, root)));
  const guides = paths.flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    const replaced = text.replace(installed, (_command, folders: string) =>
      isPublished
        ? 'financing-elements'
        : `${folders || '../'}financing-elements/financing-elements-${version}.tgz`,
    );
    return text.search(installed) === -1 ? [] : [[path, replaced] as const];
  });
  return Object.fromEntries(guides);
}
