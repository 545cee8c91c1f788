/**
 * Bundles a page with the elements and the client with each bundler's defaults, and opens it in a browser.
 * test/page/script-tag.browser.ts tests the script tag.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { built } from '../runner/fresh-build.js';
import { readsPayment, startShopper } from '../recipes/recipe.js';
import {
  createProject,
  type Installable,
  installPackage,
  modules,
  programOf,
  withInstalled,
  type Project,
} from './start-runtime.js';

const app = `
import { configure } from 'financing-elements';
import { createFinancingClient } from 'financing-elements/client';

configure({ location: 'main-street' });
const client = createFinancingClient({ location: 'main-street' });
const { monthlyAmount } = await client.estimate({ amount: 500 });
document.querySelector('output').textContent = String(monthlyAmount);
`;

const page = (script: string) => `<!doctype html>
<html lang="en">
  <title>Hollis sofa</title>
  <financing-estimate amount="1299">Financing available</financing-estimate>
  <output></output>
  <script type="module" src="${script}"></script>
</html>
`;

/** Bundles `app.js` of a project into `out/app.js`. */
type Bundle = (project: Project) => Promise<void>;

/** Loads a package of this folder, with the part of its types that the tests use. */
async function load<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(modules, file)).href)) as Module;
}

/** PostCSS, with which Nuxt minifies style sheets. */
type PostCss = (plugins: readonly object[]) => {
  process(css: string, options: object): Promise<{ warnings(): object[] }>;
};

/** Vite or esbuild. */
interface Builder {
  build(options: object): Promise<unknown>;
}

const vite: Bundle = async ({ folder }) => {
  const { build } = await load<Builder>('vite/dist/node/index.js');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: { outDir: 'out', rolldownOptions: { input: join(folder, 'index.html') } },
  });
};

const esbuild: Bundle = async ({ folder }) => {
  const { build } = await load<Builder>('esbuild/lib/main.js');
  const paths = { entryPoints: [join(folder, 'app.js')], outfile: join(folder, 'out/app.js') };
  await build({ ...paths, bundle: true, format: 'esm', minify: true, logLevel: 'warning' });
};

interface Rollup {
  rollup(options: object): Promise<{ write(options: object): Promise<unknown> }>;
}

const rollup: Bundle = async ({ folder }) => {
  const { rollup: start } = await load<Rollup>('rollup/dist/es/rollup.js');
  const { nodeResolve } = await load<{ nodeResolve(options: object): object }>(
    '@rollup/plugin-node-resolve/dist/es/index.js',
  );
  const plugins = [nodeResolve({ browser: true })];
  const bundle = await start({ input: join(folder, 'app.js'), plugins });
  await bundle.write({ dir: join(folder, 'out'), format: 'es' });
};

interface Webpack {
  default(
    options: object,
    done: (error: Error | null, stats: { toString(): string; hasErrors(): boolean }) => void,
  ): void;
}

const webpack: Bundle = async ({ folder }) => {
  const { default: start } = await load<Webpack>('webpack/lib/index.js');
  const output = { path: join(folder, 'out'), filename: 'app.js' };
  await new Promise<void>((resolve, reject) => {
    const options = { context: folder, mode: 'production', entry: './app.js', output };
    start({ ...options, experiments: { css: true } }, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString()));
      else resolve();
    });
  });
};

/** Parcel reads the `exports` of packages only if it is configured: docs/frameworks.md. */
const parcel: Bundle = async ({ folder, write }) => {
  const resolver = { '@parcel/resolver-default': { packageExports: true } };
  write('package.json', JSON.stringify({ type: 'module', ...resolver }));
  const options = ['--dist-dir', 'out', '--no-cache', '--no-source-maps', '--log-level', 'warn'];
  const child = spawn(programOf('parcel'), ['build', 'index.html', ...options], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'exit')) as [number];
  assert.equal(status, 0, (await output).join(''));
};

/** Rollup needs a plugin for style sheets. */
const styleSheet = "import 'financing-elements/elements.css';\n";

describeBundler('vite', vite);
describeBundler('webpack', webpack);
describeBundler('esbuild', esbuild);
describeBundler('rollup', rollup);
describeBundler('parcel', parcel);

function describeBundler(name: Installable, bundle: Bundle): void {
  withInstalled(name, () => {
    it(`A page bundled with ${name} shows estimates`, { timeout: 180_000 }, async (t) => {
      const project = createProject();
      t.after(() => project.remove());
      rmSync(join(project.folder, 'node_modules/financing-elements'));
      installPackage(project.folder);
      const hasStyleSheet = name !== 'rollup';
      project.write('app.js', (hasStyleSheet ? styleSheet : '') + app);
      project.write('index.html', page('./app.js'));
      await bundle(project);
      assert.equal(
        cssIn(join(project.folder, 'out')).includes('financing-estimate'),
        hasStyleSheet,
      );
      const url = await startShop(t, project);

      const opened = await (await startShopper(t)).open(url);
      await readsPayment(opened, '$114.20');
      await opened.reads(/^\d+\.\d+$/, 'output');
    });
  });
}

withInstalled('nuxt', () => {
  it('Nuxt minifies the style sheet without warnings', async () => {
    const { default: postcss } = await load<{ default: PostCss }>('postcss/lib/postcss.js');
    const { default: calc } = await load<{ default: () => object }>('postcss-calc/src/index.js');
    const css = readFileSync(built('elements.css'), 'utf8');
    const result = await postcss([calc()]).process(css, { from: undefined });
    assert.deepEqual(result.warnings().map(String), []);
  });
});

function cssIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sheets = files.filter((file) => file.endsWith('.css'));
  return sheets.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
}

/** Serves the bundle, and the proxy on a sandbox. */
async function startShop(t: TestContext, { folder }: Project): Promise<string> {
  const financing = createFinancingProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    fetch: createSandbox().fetch,
  });
  const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };
  const server = await serve(
    {
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith('/financing/')) return financing.fetch(request);
        const file = join(folder, 'out', pathname === '/' ? 'index.html' : pathname);
        const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain';
        const headers = { 'content-type': `${type}; charset=utf-8` };
        if (existsSync(file)) return new Response(readFileSync(file), { headers });
        // Bundlers without HTML support write only the script.
        return pathname === '/'
          ? new Response(page('/app.js'), { headers })
          : new Response(null, { status: 404 });
      },
    },
    { host: '127.0.0.1', port: 0 },
  );
  t.after(() => server.close());
  return server.url;
}
