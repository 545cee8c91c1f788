import { serve } from '../../node/index.js';
import type { Observer } from '../../proxy/index.js';
import { describeError } from '../../proxy/report.js';
import type { CommandContext } from '../context.js';
import { CommandError } from '../settings/index.js';
import { createMetrics } from './create-metrics.js';

/**
 * Serves `GET /metrics` on a port of its own until the process ends, and returns the observer that fills it. Throws
 * `CommandError` when the port cannot be used.
 */
export async function startMetrics(context: CommandContext, port: number): Promise<Observer> {
  const { settings, nameOf, logger } = context;
  const hasWebhooks = settings.webhookSecret !== undefined;
  const { observe, contentType, read } = createMetrics({ hasWebhooks });
  const { url } = await serve(
    {
      async fetch(request) {
        if (new URL(request.url).pathname !== '/metrics')
          return new Response(null, { status: 404 });
        if (!['GET', 'HEAD'].includes(request.method)) {
          return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
        }
        return new Response(await read(), { headers: { 'content-type': contentType } });
      },
    },
    {
      host: settings.host,
      port,
      onFailure: (error) => logger.error({ event: 'handler-failure', ...describeError(error) }),
    },
  ).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${nameOf('metricsPort')}: cannot listen on port ${port} (${code})`, 1);
  });
  process.stdout.write(`metrics on ${url}/metrics\n`);
  return observe;
}
