import type { CommandContext } from '../context.js';
import type { Environment } from '../settings/index.js';

/** The variable, if any, that suggests several replicas: Kubernetes, pm2's cluster mode or a platform sets it. */
function hintOf(env: Environment): string | undefined {
  if (Number(env['WEB_CONCURRENCY']) > 1) return 'WEB_CONCURRENCY';
  return ['NODE_APP_INSTANCE', 'KUBERNETES_SERVICE_HOST'].find((variable) => env[variable]);
}

/** Warns where there seem to be several replicas without a shared Redis. */
export function warnOfReplicas(
  { settings, nameOf, logger }: CommandContext,
  env: Environment = process.env,
): void {
  const hint = settings.redisUrl === undefined ? hintOf(env) : undefined;
  if (hint === undefined) return;
  logger.warn({
    event: 'notice',
    message:
      'There may be several replicas. Without Redis, limits and idempotency hold per replica: ' +
      'together they allow more requests, and could send the same text message twice.',
    option: hint,
    nearest: nameOf('redisUrl'),
  });
}
