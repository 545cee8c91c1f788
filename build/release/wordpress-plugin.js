// @ts-check
import { execFileSync } from 'node:child_process';

/**
 * Writes the committed WordPress plugin as a zip file that WordPress can install.
 * @param {string} file The path of the zip file, from the repository.
 */
export function zipPlugin(file, repository = process.cwd()) {
  const plugin = 'HEAD:recipes/wordpress/financing-elements';
  const zip = ['--format=zip', '--prefix=financing-elements/', `--output=${file}`];
  execFileSync('git', ['archive', ...zip, plugin], { cwd: repository });
}
