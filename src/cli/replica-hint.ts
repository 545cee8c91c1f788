import type { CommandContext } from './command-context.js';
import type { Environment } from './read-settings.js';

/** Set by what usually runs several processes: Kubernetes, pm2's cluster mode, and platforms that say how many. */
function hintOf(env: Environment): string | undefined {
  if (Number(env['WEB_CONCURRENCY']) > 1) return 'WEB_CONCURRENCY';
  return ['NODE_APP_INSTANCE', 'KUBERNETES_SERVICE_HOST'].find((variable) => env[variable]);
}

/** Warns where there seem to be several replicas, and no Redis by which they act as one. */
export function warnOfReplicas(
  { settings, nameOf, logger }: CommandContext,
  env: Environment = process.env,
): void {
  const hint = settings.redisUrl === undefined ? hintOf(env) : undefined;
  if (hint === undefined) return;
  logger.warn({
    event: 'notice',
    message:
      'There may be several replicas. Without Redis each keeps limits and idempotency to itself: ' +
      'together they allow more requests, and could text somebody twice.',
    option: hint,
    nearest: nameOf('redisUrl'),
  });
}
