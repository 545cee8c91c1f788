import type { CommandContext } from '../context.js';
import type { Environment } from '../settings/index.js';

/** What the environment says of other processes that answer the same shop. */
export interface ReplicaHint {
  readonly variable: string;
  /** A sentence about what does not hold without Redis. */
  readonly message: string;
}

/** Set by Kubernetes and by pm2 in cluster mode. */
const replicated = ['NODE_APP_INSTANCE', 'KUBERNETES_SERVICE_HOST'];

/** Set by AWS Lambda, Vercel, Google Cloud Run and Functions, Azure Functions and Container Apps. */
const serverless = [
  ...['AWS_LAMBDA_FUNCTION_NAME', 'VERCEL', 'K_SERVICE'],
  ...['FUNCTIONS_WORKER_RUNTIME', 'CONTAINER_APP_NAME'],
];

const consequence =
  'together they allow more requests, and could send the same text message twice.';

/** Returns the variable, if any, that a platform sets which runs several processes. */
export function replicaHint(env: Environment): ReplicaHint | undefined {
  const platform = serverless.find((variable) => env[variable]);
  if (platform !== undefined) {
    const message =
      'This platform starts and ends processes as requests come. Without Redis, limits and idempotency hold per process, ' +
      `and end with it: ${consequence}`;
    return { variable: platform, message };
  }
  const several =
    Number(env['WEB_CONCURRENCY']) > 1
      ? 'WEB_CONCURRENCY'
      : replicated.find((variable) => env[variable]);
  if (several === undefined) return undefined;
  const message =
    'There may be several replicas. Without Redis, limits and idempotency hold per replica: ' +
    consequence;
  return { variable: several, message };
}

/** Warns where there seem to be several processes without a shared Redis. */
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
