/** Checks that the recipes name the versions with which they are tested. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifestIn = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Manifest;
/** The versions in test/runtimes according to its lock file, which needs no installation. */
const { packages } = JSON.parse(read('test/runtimes/package-lock.json')) as {
  readonly packages: Readonly<Record<string, Pick<Manifest, 'version'> & Partial<Manifest>>>;
};
/** The Node versions of recipes that need a newer one than this package. */
const newerNode: Readonly<Record<string, string | undefined>> = {
  astro: packages['node_modules/astro']?.engines?.node,
  'cloudflare-worker': '>=22.12.0', // wrangler 4.164 needs it, which test/runtimes doesn't use
  nuxt: packages['node_modules/nuxt']?.engines?.node,
  sveltekit: packages['node_modules/@sveltejs/kit']?.engines?.node,
};
const folders = readdirSync(join(root, 'recipes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('recipes/', () => {
  const versionOf = (name: string) =>
    name === 'financing-elements'
      ? manifestIn('.').version
      : packages[`node_modules/${name}`]?.version;
  for (const name of folders.filter((name) =>
    readdirSync(join(root, 'recipes', name)).includes('package.json'),
  )) {
    it(`${name} names the versions with which it is tested`, () => {
      const { dependencies, devDependencies } = manifestIn(`recipes/${name}`);
      for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies })) {
        assert.equal(range, `^${versionOf(dependency)}`, dependency);
      }
    });

    it(`${name} names the Node version that it needs`, () => {
      const { engines } = manifestIn(`recipes/${name}`);
      assert.equal(
        engines.node,
        name in newerNode ? newerNode[name] : manifestIn('.').engines.node,
      );
      if (!(name in newerNode)) return;
      const [line = ''] = /^You need Node .*$/m.exec(read(`recipes/${name}/README.md`)) ?? [];
      for (const [version] of engines.node.matchAll(/\d+\.\d+/g)) {
        assert.ok(line.includes(version.replace(/\.0$/, '')), `${line}: ${version}`);
      }
    });
  }

  it('the WordPress plugin has the version of the package', () => {
    const { version } = manifestIn('.');
    const folder = 'recipes/wordpress/financing-elements';
    assert.ok(
      read(`${folder}/financing-elements.php`).includes(`* Version:           ${version}\n`),
    );
    assert.ok(read(`${folder}/readme.txt`).includes(`\nStable tag: ${version}\n`));
    assert.ok(read(`${folder}/block/editor.asset.php`).includes(`'version'      => '${version}'`));
  });

  it('the WordPress plugin and its readme for wordpress.org require the same versions', () => {
    const headers = (file: string) =>
      [
        ...read(`recipes/wordpress/financing-elements/${file}`).matchAll(
          /^(?: \* )?(Requires .*|License.*?): +(.*)$/gm,
        ),
      ].map(([, header, value]) => `${header}: ${value}`);
    assert.deepEqual(headers('readme.txt'), headers('financing-elements.php'));
    assert.equal(headers('readme.txt').length, 4);
  });

  it('README.md lists each recipe', () => {
    const readme = read('recipes/README.md');
    for (const name of folders) assert.ok(readme.includes(`](${name}/README.md)`), name);
  });
});
