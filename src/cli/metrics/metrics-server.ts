import type { FetchHandler } from '../../node/index.js';
import type { CommandContext } from '../command-context.js';
import { createMetrics, type CommandMetrics } from './metrics.js';
import { behindReverseProxy, allowOnlyLocalHostNames } from '../dns-rebinding.js';
import { listen } from '../server.js';

/**
 * Serves `GET /metrics` on its own port until the process ends, and returns the metrics. Throws `CommandError` if the port
 * can't be used.
 */
export async function startMetrics(
  context: CommandContext,
  host: string,
  port: number,
): Promise<CommandMetrics> {
  const { settings, nameOf, version } = context;
  const metrics = createMetrics({ hasWebhooks: settings.webhookSecret !== undefined, version });
  const handler: FetchHandler = {
    async fetch({ url, method }) {
      if (new URL(url).pathname !== '/metrics') return new Response(null, { status: 404 });
      if (!['GET', 'HEAD'].includes(method)) {
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
      }
      const headers = { 'content-type': metrics.contentType };
      return new Response(await metrics.read(), { headers });
    },
  };
  const isExpected = behindReverseProxy(`http://localhost:${port}`, () => settings);
  const server = await listen(allowOnlyLocalHostNames(handler, host, isExpected), context, {
    host,
    port,
    portName: nameOf('metricsPort'),
  });
  process.stdout.write(`metrics on ${server.url}/metrics\n`);
  return metrics;
}
