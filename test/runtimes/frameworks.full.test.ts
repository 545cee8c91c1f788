/** Builds the samples of docs/frameworks.md for React 18, Vue 3, and Angular in new shops, and clicks in a browser. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { serve } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { goToPrequal, readsPayment, startServer, startShopper } from '../recipes/recipe.js';
import { quietPort } from '../support/servers.js';
import {
  createShop,
  modules,
  programOf,
  run,
  withInstalled,
  withoutTelemetry,
} from './start-runtime.js';
import { startSandbox } from '../support/sandbox.js';

const guide = readFileSync(join(import.meta.dirname, '../../docs/frameworks.md'), 'utf8');

/** Returns the sample of the guide that contains this text. */
function sample(text: string): string {
  const blocks = [...guide.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  const found = blocks.filter((code) => code.includes(text));
  assert.equal(found.length, 1, `samples with ${text}`);
  return found[0]!;
}

const page = (body: string) => `<!doctype html>
<html lang="en" data-financing-location="main-street">
  <head>
    <title>Hollis sofa</title>
  </head>
  <body>
    <output></output>
    <script>
      console.log = (apr) => (document.querySelector('output').textContent = apr);
    </script>
    ${body}
  </body>
</html>
`;

withInstalled('react-18', (packages) => {
  it('React 18', { timeout: 120_000 }, async (t) => {
    const folder = createShop(t, packages);
    // Copied, because a link would resolve the types of another React.
    const litReact = 'node_modules/@lit/react';
    cpSync(join(modules, '../', litReact), join(folder, litReact), { recursive: true });
    const write = writerIn(folder);
    write('product.tsx', sample('// product.tsx'));
    write('vite.config.js', withProxy(sample('// vite.config.js\nexport'), await startProxy(t)));
    write('index.html', page('<main></main><script type="module" src="./main.tsx"></script>'));
    write(
      'main.tsx',
      `import { createRoot } from 'react-dom/client';
       import { Product } from './product';
       createRoot(document.querySelector('main')!).render(<Product />);`,
    );
    write(
      'for-react-19.tsx',
      `import type {} from 'financing-elements/react';
       // @ts-expect-error React 18 would call no listener.
       export const line = <financing-estimate amount={1299} />;`,
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      jsx: 'react-jsx',
      skipLibCheck: true,
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions }));
    run(programOf('tsc'), [], { cwd: folder });
    run(programOf('vite'), ['build'], { cwd: folder });
    await shopIn(t, folder, [programOf('vite'), 'preview']);
  });
});

withInstalled('vue', (packages) => {
  it('Vue 3', { timeout: 120_000 }, async (t) => {
    const folder = createShop(t, packages);
    const write = writerIn(folder);
    const [, template = ''] = sample('// vite.config.js: the tags').split(/^vue\(/m);
    const server = withProxy(sample('// vite.config.js\nexport'), await startProxy(t));
    write(
      'vite.config.js',
      `import vue from '@vitejs/plugin-vue';
       ${server.replace('export default {', `export default { plugins: [vue(${template.trim().replace(/;$/, '')}],`)}`,
    );
    write('index.html', page('<main></main><script type="module" src="./main.js"></script>'));
    const product = sample('@financing-estimate="track(');
    write(
      'Product.vue',
      product
        .replace(
          '</script>',
          'const price = 1299;\nconst track = (apr: number) => console.log(apr);\n</script>',
        )
        .replace('</template>', '  <prequal-button />\n</template>'),
    );
    write(
      'main.js',
      `import { createApp } from 'vue';
       import Product from './Product.vue';
       createApp(Product).mount('main');`,
    );
    run(programOf('vite'), ['build'], { cwd: folder });
    await shopIn(t, folder, [programOf('vite'), 'preview']);
  });
});

withInstalled('angular', () => {
  it('Angular', { timeout: 240_000 }, async (t) => {
    const folder = createShop(
      t,
      [],
      ['ng', 'new', 'shop', '--defaults', '--skip-git', '--skip-install'],
    );
    const write = writerIn(folder);
    const [, script = '', styleSheet = ''] =
      /^Add `(.*?)` to `main\.ts`, and `(.*?)` to `styles\.css`/m.exec(guide) ?? [];
    const main = readFileSync(join(folder, 'src/main.ts'), 'utf8');
    write('src/main.ts', `${script}\n${main}`);
    write('src/styles.css', styleSheet);
    write('src/app/app.ts', sample('// src/app/app.ts'));
    write('src/index.html', page('<base href="/"><app-root></app-root>'));
    write('proxy.conf.json', withProxy(sample('{ "/financing": '), await startProxy(t)));
    run('npm', ['run', 'build'], { cwd: folder });
    const [, options = ''] = /`ng serve (--proxy-config .*?)`/.exec(guide) ?? [];
    await shopIn(t, folder, ['npm', 'start', '--', ...options.split(' ')]);
  });
});

function writerIn(folder: string) {
  return (file: string, text: string) => writeFileSync(join(folder, file), text);
}

async function startProxy(t: TestContext): Promise<string> {
  const serviceUrl = await startSandbox(t);
  const proxy = createFinancingProxy({ baseUrl: serviceUrl, svcKey: 'sandbox-key' });
  const server = await serve(proxy, { host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  return server.url;
}

function withProxy(code: string, url: string): string {
  assert.ok(code.includes('http://localhost:3000'));
  return code.replace('http://localhost:3000', new URL(url).origin);
}

/** Starts a shop that shows the estimate and a button, and clicks. */
async function shopIn(t: TestContext, cwd: string, [program = '', ...args]: readonly string[]) {
  const port = String(await quietPort());
  const url = `http://localhost:${port}`;
  await startServer(t, program, [...args, '--port', port], {
    url: `${url}/financing/health`,
    env: withoutTelemetry,
    cwd,
  });
  const person = await startShopper(t);
  const opened = await person.open(url);
  await readsPayment(opened, '$114.20');
  await opened.reads(/^9\.99$/, 'output'); // written by the listener
  await goToPrequal(person, opened);
}
