/** Runs `recipes/express-sandbox`, and buys with a browser. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createProject, withInstalled } from '../runtimes/start-runtime.js';
import { quietPort } from '../support/servers.js';
import {
  goToCheckout,
  goToPrequal,
  readsPayment,
  recipePath,
  startServer,
  startShopper,
} from './recipe.js';

const read = (path: string) => readFileSync(recipePath(path), 'utf8');

it('recipes/express-sandbox is the first page of README.md', () => {
  const readme = read('../README.md');
  for (const file of ['server.mjs', 'public/index.html']) {
    assert.ok(readme.includes(`\n${read(`express-sandbox/${file}`)}\`\`\`\n`), file);
  }
});

withInstalled('express', (packages) => {
  it('recipes/express-sandbox', { timeout: 120_000 }, async (t) => {
    const project = createProject(packages);
    t.after(() => project.remove());
    for (const file of ['server.mjs', 'package.json', 'public/index.html']) {
      project.write(file, read(`express-sandbox/${file}`));
    }
    const port = String(await quietPort());
    const url = `http://localhost:${port}`;
    const cwd = join(project.folder);
    await startServer(t, 'npm', ['start'], { url, env: { PORT: port }, cwd });

    await t.test('shows the estimate, and opens the checkout', async (t) => {
      const person = await startShopper(t);
      const page = await person.open(url);
      await readsPayment(page, '$114.20');
      await goToCheckout(person, page, '$1,299.00');
    });

    await t.test('reports that its port is in use, and fails', () => {
      const env = { ...process.env, NODE_OPTIONS: '', PORT: port };
      const second = spawnSync('node', ['server.mjs'], { cwd, env, encoding: 'utf8' });
      assert.match(second.stderr, /EADDRINUSE/);
      assert.deepEqual([second.stdout, second.status], ['', 1]);
    });

    await t.test('opens the pre-qualification, and returns to the shop', async (t) => {
      const person = await startShopper(t);
      const prequal = await goToPrequal(person, await person.open(url));
      await prequal.click('button[value=finish]');
      await prequal.reads(/^Back to the shop$/, '.actions a');
      await prequal.click('.actions a');
      await readsPayment(prequal, '$114.20');
    });
  });
});
