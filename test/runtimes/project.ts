import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { modules } from './installed.js';

const root = join(import.meta.dirname, '../..');

/** A project of somebody else's, with the built package installed: its exports and their conditions are what counts. */
export interface Project {
  readonly folder: string;
  /** Writes a file, and returns its path. */
  write(file: string, text: string): string;
  /** Copies a file of this folder, and returns its path. */
  copy(file: string): string;
  remove(): void;
}

/** Makes a project with this package and others that test/runtimes has. */
export function createProject(packages: readonly string[] = []): Project {
  const folder = mkdtempSync(join(tmpdir(), 'financing-elements-project-'));
  const link = (name: string, target: string) => {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target, place, 'junction');
  };
  link('financing-elements', root);
  for (const name of packages) link(name, join(modules, name));
  const write = (file: string, text: string) => {
    const place = join(folder, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    return place;
  };
  write('package.json', '{"type": "module"}');
  return {
    folder,
    write,
    copy(file) {
      const place = join(folder, file);
      cpSync(join(import.meta.dirname, file), place);
      return place;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
