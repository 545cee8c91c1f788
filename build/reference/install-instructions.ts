/** Writes the passages of the guides that depend on whether the package is in the registry. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/**
 * False until the package is on npm, where anyone could register its name. Until then, the guides install the file that
 * `npm pack` makes in a clone. Set it to true with the first release, and run `npm run reference`.
 */
const isPublished: boolean = false;

const root = new URL('../..', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string;
};

/** The packed file in a command such as `npm install express ../financing-elements/financing-elements-0.1.0.tgz`. */
const packedFile =
  /(?<=npm install\b[^\n#]*?\s)(\.\/|(?:\.\.\/)+financing-elements\/)financing-elements-[\w.-]+\.tgz(?=\s|$)/gm;

/** Passages that are true before the first release, each with its replacement. */
const passages: readonly (readonly [unpublished: string, published: string])[] = [
  [
    '```sh\nnpm ci && npm start    # in a clone: a shop on the sandbox, http://127.0.0.1:8080\n',
    '```sh\nnpx financing-elements demo    # a shop on the sandbox, http://127.0.0.1:8080\nnpm ci && npm start    # the same, in a clone\n',
  ],
  [
    "The package isn't in a registry yet. In a clone, `npm ci && npm run build && npm pack` packs it into a file. Next to the\nclone:",
    'In an empty folder:',
  ],
  [" (the package [isn't in a registry yet](../README.md#your-first-page))", ''],
  [' ([not in a registry yet](../../README.md#your-first-page))', ''],
  [
    'In a folder next to the clone, install [the file that it packs](../README.md#your-first-page).',
    'Install the package in an empty folder: `npm install financing-elements`.',
  ],
  ['cp ../financing-elements/financing-elements-*.tgz .\n', ''],
  ['cp package.json package-lock.json *.tgz ', 'cp package.json package-lock.json '],
];

/** Returns the guides with passages that depend on the registry, by their paths. */
export function guidesThatInstall(published = isPublished): Readonly<Record<string, string>> {
  const paths = [
    'README.md',
    'recipes/README.md',
    ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`),
    ...readdirSync(new URL('recipes', root)).map((name) => `recipes/${name}/README.md`),
  ].filter((path) => path.endsWith('.md') && existsSync(new URL(path, root)));
  const guides = paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')] as const);
  return Object.fromEntries(
    guides
      .filter(
        ([, text]) =>
          text.search(packedFile) !== -1 || passages.some(([from]) => text.includes(from)),
      )
      .map(([path, text]) => [path, published ? publish(text) : pin(text)]),
  );
}

/** Replaces the version of the packed file with the current one. */
function pin(guide: string): string {
  return guide.replace(packedFile, (_file, folder: string) => {
    return `${folder}financing-elements-${version}.tgz`;
  });
}

/** Replaces the packed file with the name of the package, and the passages with their replacements. */
function publish(guide: string): string {
  const installed = guide.replace(packedFile, 'financing-elements');
  return passages.reduce((text, [from, to]) => text.replaceAll(from, to), installed);
}
