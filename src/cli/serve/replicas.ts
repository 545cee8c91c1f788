/** Detects platforms that run several processes, which need a shared Redis. */
import type { CommandContext } from '../command-context.js';
import type { Environment } from '../settings/read-settings.js';

/** Variables of platforms that run several processes, or start and stop them on demand. */
const platforms = [
  // Kubernetes, pm2 in cluster mode.
  'KUBERNETES_SERVICE_HOST',
  'NODE_APP_INSTANCE',
  // AWS Lambda, Vercel, Google Cloud Run and Functions, Azure Functions and Container Apps.
  'AWS_LAMBDA_FUNCTION_NAME',
  'VERCEL',
  'K_SERVICE',
  'FUNCTIONS_WORKER_RUNTIME',
  'CONTAINER_APP_NAME',
];

/**
 * Returns a warning if there may be several processes, and the variable that says so. Undefined if nothing suggests it.
 */
export function replicaHint(env: Environment) {
  const variable =
    Number(env['WEB_CONCURRENCY']) > 1
      ? 'WEB_CONCURRENCY'
      : platforms.find((platform) => env[platform]);
  if (variable === undefined) return undefined;
  const message =
    'There may be several short-lived processes. Without Redis, each process has its own limits and idempotency keys: ' +
    'together they allow more requests, and could send the same text message twice.';
  return { variable, message };
}

/** Warns if there seem to be several processes without a shared Redis. */
export function warnOfReplicas(
  { settings, nameOf, logger }: CommandContext,
  env: Environment = process.env,
): void {
  const hint = settings.redisUrl === undefined ? replicaHint(env) : undefined;
  if (hint === undefined) return;
  logger.warn({
    event: 'notice',
    message: hint.message,
    option: hint.variable,
    nearest: nameOf('redisUrl'),
  });
}
