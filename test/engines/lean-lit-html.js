// @ts-check
import { readFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

/** @type {typeof import('../../build/lean-lit-html.js')} */
const { leanLitHtml: trim, litHtml } = await tsImport(
  '../../build/lean-lit-html.ts',
  import.meta.url,
);

/**
 * Serves at `/lean-lit-html.js` what the one-file script has of lit-html.
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function leanLitHtml() {
  const source = readFileSync(new URL(`../../node_modules/${litHtml}`, import.meta.url), 'utf8');
  const body = trim(source, '/src/elements/lean/policy.ts');
  return {
    name: 'lean-lit-html',
    serve: ({ path }) => (path === '/lean-lit-html.js' ? { body } : undefined),
  };
}
