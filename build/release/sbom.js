// @ts-check
/**
 * Prints the package's SBOM in CycloneDX: its run-time dependencies, in the versions that it's tested with, and the packages that
 * the build bundles. Run `npm run sbom` after a build.
 *
 * npm writes the SBOM in a temporary folder, with a lock file that has only these packages. In the repository,
 * `npm sbom --omit dev` would leave out every dependency that a development tool also needs, and would name the package after its
 * folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ dev?: boolean, devOptional?: boolean }} LockedPackage */

const { devDependencies, overrides, ...manifest } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const licenses = readFileSync('dist/packages/LICENSES.md', 'utf8');
const bundled = new Map(
  [...licenses.matchAll(/^## (\S+) - (\S+)/gm)].map(([, name = '', version = '']) => [
    name,
    version,
  ]),
);
manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(bundled) };
/** @type {{ packages: Record<string, LockedPackage> }} */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const packages = Object.entries(lock.packages).filter(
  ([path, { dev, devOptional }]) =>
    path !== '' && ((!dev && !devOptional) || bundled.has(path.replace('node_modules/', ''))),
);

const place = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  const cwd = join(place, manifest.name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  const kept = { ...lock, packages: { '': manifest, ...Object.fromEntries(packages) } };
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify(kept));
  const args = ['--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only'];
  const { status } = spawnSync('npm', ['sbom', ...args], { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(place, { recursive: true });
}
