/** Runs the example with several brands in one process, and a sandbox for each. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { startCommand } from '../cli/command.js';
import { writeTemporaryFile } from '../support/files.js';
import { startRedis, withRedis } from '../support/redis.js';
import { quietPort } from '../support/servers.js';

const example = join(import.meta.dirname, '../../ops/brands.mjs');

withRedis(() => {
  it('ops/brands.mjs serves each brand under its host, and counts each separately', async (t) => {
    const redis = await startRedis(t);
    const options = async (brand: string, location: string) => ({
      brand,
      locations: [location],
      svcKey: 'sandbox-key',
      baseUrl: await startCommand(t, ['sandbox', '--port', '0']).listening(),
      storeSecret: `secret-of-the-store-of-${brand}`,
    });
    const brands = {
      'sofas.example': await options('sofas', 'main-street'),
      'smiles.example': await options('smiles', 'smile-dental'),
    };
    const [port, metricsPort] = [await quietPort(), await quietPort()];
    const child = spawn(process.execPath, [example], {
      env: {
        BRANDS_FILE: writeTemporaryFile(t, JSON.stringify(brands), 'brands.json'),
        REDIS_URL: redis.url,
        PORT: `${port}`,
        METRICS_PORT: `${metricsPort}`,
      },
    });
    t.after(() => child.kill('SIGKILL'));
    const failure = text(child.stderr).then((said) => assert.fail(`It has ended: ${said}`));
    await Promise.race([once(child.stdout, 'data'), failure]);
    failure.catch(() => undefined); // it ends with the test

    const path = '/financing/purchase/api/v1/payment-estimation?location=';
    const estimateAt = async (host: string, location: string) => {
      const headers = { host, 'content-type': 'application/json' };
      const sent = request({ port, path: path + location, method: 'POST', headers });
      const [response] = await once(sent.end('[{"id":"a","totalAmount":1200}]'), 'response');
      await text(response);
      return response.statusCode as number;
    };
    assert.deepEqual(
      [
        await estimateAt('sofas.example', 'main-street'),
        await estimateAt('smiles.example', 'smile-dental'),
        await estimateAt('smiles.example', 'main-street'),
        await estimateAt('other.example', 'main-street'),
      ],
      [200, 200, 403, 421],
    );
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}`)).text();
    for (const line of [
      /^financing_requests_total\{brand="sofas",.*status="200".*\} 1$/m,
      /^financing_requests_total\{brand="smiles",.*code="location-not-allowed"\} 1$/m,
    ]) {
      assert.match(metrics, line);
    }
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});
