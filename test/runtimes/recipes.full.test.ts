/**
 * Runs the programs of docs/server.md, docs/serverless.md, and docs/purchase-token.md unchanged, with a local sandbox.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type RunningServer, serve } from '../../src/node/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { quietPort, postJson } from '../support/servers.js';
import { eventually } from '../support/until.js';
import {
  bundleWorker,
  createProject,
  end,
  programOf,
  startWorkerd,
  withInstalled,
} from './start-runtime.js';
import { startSandbox } from '../support/sandbox.js';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const doc = ['docs/server.md', 'docs/serverless.md', 'docs/purchase-token.md'].map(read).join('');

/** Returns the program whose first line names this file. */
function recipe(file: string): string {
  const [code] = doc.split(/```[jt]s\n/).filter((block) => block.startsWith(`// ${file}\n`));
  assert.ok(code, `a document has ${file}`);
  return code.split('\n```\n')[0]!;
}

interface Shop {
  readonly url: string;
  close(): Promise<void>;
}

interface Recipe {
  readonly packages: readonly string[];
  /** The variables that the recipe reads. */
  readonly settings: Readonly<Record<string, string>>;
}

type Start = (recipe: Recipe) => Promise<Shop>;

/** Starts a program that listens on `PORT`. */
function program(file: string, runtime: string, change = (code: string) => code): Start {
  return async ({ packages, settings }) => {
    const project = createProject(packages);
    const port = String(await quietPort());
    const child = spawn(runtime, [project.write(file, change(recipe(file)))], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', ...settings, PORT: port },
    });
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => child.exitCode !== null || (await listens(url)), { what: file });
    assert.equal(child.exitCode, null, `${file} has ended`);
    return { url, close: () => end(child, project) };
  };
}

async function listens(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

const worker: Start = async ({ settings }) => {
  const project = createProject();
  const file = project.write('recipe.js', recipe('worker.js'));
  await bundleWorker(file, join(project.folder, 'worker.js'));
  const bindings = Object.entries(settings).map(([key, text]) => {
    return `(name = "${key}", text = "${text}")`;
  });
  const objects = join(project.folder, 'objects'); // in memory, objects have no SQLite
  mkdirSync(objects);
  const { url, child } = await startWorkerd(
    project,
    `(name = "main", worker = (compatibilityDate = "2026-04-01", bindings = [${bindings.join()},
        (name = "FINANCING_STORE", durableObjectNamespace = "FinancingStore")],
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      durableObjectNamespaces = [(className = "FinancingStore", uniqueKey = "store", enableSql = true)],
      durableObjectStorage = (localDisk = "disk"))),
    (name = "disk", disk = (path = "${objects}", writable = true)),`,
  );
  return { url, close: () => end(child, project) };
};

/** Calls the route handlers like Next. Running `next build` would take longer than all other tests. */
const route: Start = async ({ packages, settings }) => {
  const project = createProject(packages);
  const file = 'app/financing/[...path]/route.ts';
  const load = async (path: string) => (await import(pathToFileURL(path).href)) as unknown;
  Object.assign(process.env, settings);
  const handlers = (await load(project.write(file, recipe(file)))) as Record<
    string,
    (request: Request) => Promise<Response>
  >;
  const { NextRequest } = (await load(join(project.folder, 'node_modules/next/server.js'))) as {
    NextRequest: typeof Request;
  };
  const server = await serve(
    {
      fetch({ url, method, headers, body }) {
        const half = { duplex: 'half' }; // missing in the DOM type
        const request = new NextRequest(url, { method, headers, body, ...half });
        return handlers[method]?.(request) ?? new Response(null, { status: 405 });
      },
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: server.url,
    async close() {
      await server.close();
      project.remove();
      for (const name of Object.keys(settings)) delete process.env[name];
    },
  };
};

const node = process.execPath;
withInstalled('express', (packages) => {
  const start = program('express.js', node);
  describeRecipe('Express', { packages, start });
  const swap = (code: string) =>
    code.replace(/(app\.use\('\/financing'.*\n)(app\.use\(express\.json.*\n)/, '$2$1');
  assert.notEqual(swap(recipe('express.js')), recipe('express.js'));
  describeRecipe('Express after its body parser', {
    packages,
    start: program('express.js', node, swap),
    readsBodies: true,
  });
});
withInstalled('fastify', (packages) => {
  describeRecipe('Fastify', { packages, start: program('fastify.js', node) });
});
withInstalled('hono', (packages) => {
  describeRecipe('Hono', { packages, start: program('hono.js', node) });
});
withInstalled('next', (packages) => describeRecipe('Next.js', { packages, start: route }));
withInstalled('bun', () => {
  describeRecipe('Bun', { start: program('bun.js', programOf('bun')), addressHeader: null });
});
withInstalled('workerd', () => {
  describeRecipe('Cloudflare Workers', { start: worker, addressHeader: 'cf-connecting-ip' });
});

withInstalled('express', (packages) => {
  it('The checkout of docs/purchase-token.md signs what its proxy verifies', async (t) => {
    const serviceUrl = await startSandbox(t);
    const shop = await program(
      'checkout.mjs',
      node,
    )({
      packages,
      settings: {
        FINANCING_BASE_URL: serviceUrl,
        FINANCING_SVC_KEY: 'sandbox-key',
        FINANCING_PURCHASE_SECRET: 'purchase-secret-70b1c2e8',
      },
    });
    t.after(() => shop.close());
    const page = await fetch(`${shop.url}/checkout`);
    assert.match(page.headers.get('cache-control') ?? '', /no-store/);
    const html = await page.text();
    const valueOf = (name: string) => new RegExp(`\\s${name}="([^"]+)"`).exec(html)?.[1] ?? '';
    const statusFor = async (amount: number) => {
      const headers = {
        'idempotency-key': randomUUID(),
        'financing-purchase': valueOf('purchase'),
      };
      const body = {
        location: valueOf('data-financing-location'),
        amount,
        transactionId: valueOf('transaction-id'),
        sendSMS: false,
      };
      return (await postJson(`${shop.url}/financing/epay/api/v1/epay/send-link`, body, headers))
        .status;
    };
    assert.equal(await statusFor(Number(valueOf('amount'))), 200);
    assert.equal(await statusFor(1), 403);
  });
});

interface Traits {
  readonly packages?: readonly string[];
  readonly start: Start;
  /** Sets the client address, or null if the recipe uses the socket. */
  readonly addressHeader?: string | null;
  /** The framework parses bodies before the proxy, and rejects invalid ones itself. */
  readonly readsBodies?: boolean;
}

function describeRecipe(
  title: string,
  { packages = [], start, addressHeader = 'x-forwarded-for', readsBodies = false }: Traits,
): void {
  describe(`The recipe for ${title}`, () => {
    let service: RunningServer;
    let shop: Shop;
    before(async () => {
      service = await serve(createSandbox(), { host: '127.0.0.1', port: 0 });
      shop = await start({
        packages,
        settings: { FINANCING_BASE_URL: service.url, FINANCING_SVC_KEY: 'sandbox-key' },
      });
    });
    after(async () => {
      await shop.close();
      await service.close();
    });

    const estimation = '/financing/purchase/api/v1/payment-estimation?location=main-street';
    const send = (body: string, headers: Record<string, string> = {}) =>
      fetch(shop.url + estimation, {
        method: 'POST',
        // Some servers close idle connections after 5 s, just when a busy machine sends the next request.
        headers: { 'content-type': 'application/json', connection: 'close', ...headers },
        body,
      });
    const sofa = JSON.stringify([{ id: 'sofa', totalAmount: 1299 }]);

    it('reports that it is healthy', async () => {
      const response = await fetch(`${shop.url}/financing/health`);
      assert.deepEqual([response.status, await response.json()], [200, { status: 'ok' }]);
    });

    it('returns estimates', async () => {
      const response = await send(sofa);
      const [estimate] = (await response.json()) as { id: string; apr: number }[];
      assert.deepEqual([response.status, estimate?.id, estimate?.apr], [200, 'sofa', 9.99]);
    });

    it('responds to HEAD without a body', async () => {
      const response = await fetch(`${shop.url}/financing/elements.js`, { method: 'HEAD' });
      assert.deepEqual([response.status, (await response.text()).length], [200, 0]);
    });

    it('serves the script so that a browser can read it', async () => {
      const response = await fetch(`${shop.url}/financing/elements.js`, {
        headers: { 'accept-encoding': 'br' }, // fetch decompresses it once, like a browser
      });
      assert.equal((await response.text()) === read('dist/elements.js'), true);
    });

    it('responds 405 to a wrong method', async () => {
      const response = await fetch(shop.url + estimation, { method: 'DELETE' });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'PUT, POST']);
    });

    if (!readsBodies) {
      it('responds to invalid JSON with a problem', async () => {
        const response = await send('{');
        const { code } = (await response.json()) as { code: string };
        assert.deepEqual([response.status, code], [400, 'invalid-json']);
      });
    }

    it('limits each client address', async () => {
      const first = (index: number): Record<string, string> =>
        addressHeader === null
          ? { 'x-forwarded-for': `198.51.100.${index}` } // which any caller can set
          : { [addressHeader]: '198.51.100.1' };
      // More than twice the limit per minute, because a minute may end in between.
      const statuses = await Promise.all(
        Array.from({ length: 250 }, async (_, index) => (await send('[]', first(index))).status),
      );
      assert.ok(statuses.includes(429), `${new Set(statuses).size} kinds of status`);
      if (addressHeader === null) return;
      assert.equal((await send(sofa, { [addressHeader]: '203.0.113.7' })).status, 200);
    });
  });
}
