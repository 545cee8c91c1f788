import { serve, type FetchHandler, type RunningServer } from '../../node/index.js';
import { describeError } from '../../proxy/report.js';
import type { CommandContext } from '../context.js';
import { CommandError } from '../settings/index.js';

/** Where and what to serve. */
export interface ServerPlan {
  readonly host: string;
  readonly port: number;
  /** Printed after the address in the `listening on …` line. */
  readonly path?: string;
  /** Called once, when the address is known. */
  createHandler(url: string): DrainableHandler;
}

/** A handler whose `/health` can report that its server will stop, so that load balancers leave it out. */
export interface DrainableHandler extends FetchHandler {
  drain?(): void;
}

/** Milliseconds between that report and the stop. */
const drainTime = 3_000;

/** Serves until a signal comes. Resolves with the address when it listens; throws `CommandError` when it cannot. */
export async function runServer(context: CommandContext, plan: ServerPlan): Promise<string> {
  const { logger } = context;
  let handler: DrainableHandler = { fetch: () => new Response(null, { status: 503 }) };
  const server = await serve(
    { fetch: (request) => handler.fetch(request) },
    {
      host: plan.host,
      port: plan.port,
      onFailure: (error) => logger.error({ event: 'handler-failure', ...describeError(error) }),
    },
  ).catch((error: unknown) => {
    throw cannotListen(error, plan);
  });
  handler = plan.createHandler(server.url);
  stopOnSignal(server, handler, context);
  process.stdout.write(`listening on ${server.url}${plan.path ?? ''}\n`);
  return server.url;
}

function cannotListen(error: unknown, { host, port }: ServerPlan): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new CommandError(`port ${port} is in use; choose another with --port or PORT`, 1);
  }
  const why = reasons[code ?? ''] ?? 'see --host and --port';
  return new CommandError(`cannot listen on ${host}, port ${port} (${code}): ${why}`, 1);
}

/** Reasons by the code of the system error. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'ports below 1024 need more rights; see --port',
  EADDRNOTAVAIL: 'this machine has no such address; see --host',
  ENOTFOUND: 'there is no such name or address; see --host',
};

/**
 * Ends the process with 0 at a signal that comes before it listens. Process 1 of a container needs it: without a listener,
 * the kernel drops the signal. Returns the function that takes the listeners away.
 */
export function endOnSignal({ logger }: CommandContext): () => void {
  const end = (signal: NodeJS.Signals) => {
    logger.info({ event: 'stopping', signal });
    process.exit(0);
  };
  process.on('SIGTERM', end).on('SIGINT', end);
  return () => void process.off('SIGTERM', end).off('SIGINT', end);
}

/**
 * Stops in order at the first signal, and at once at the second. Supervisors send SIGTERM to one of several replicas, so
 * it leaves load balancers time; SIGINT comes from a keyboard and needs none.
 */
function stopOnSignal(
  server: RunningServer,
  handler: DrainableHandler,
  { logger, settings: { stopTimeout } }: CommandContext,
): void {
  const timeout = stopTimeout * 1_000;
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ event: 'stopping', signal });
    handler.drain?.();
    const isDrained = handler.drain && signal === 'SIGTERM';
    // A short stop keeps most of its time for the requests that run.
    const grace = isDrained ? Math.min(drainTime, timeout / 3) : 0;
    void server.close({ grace, timeout }).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** Routes a request to the first handler whose path it is below, by whole segments, or else to `otherwise`. */
export function byPrefix(
  handlers: Readonly<Record<string, FetchHandler>>,
  otherwise: FetchHandler,
): FetchHandler {
  return {
    fetch(request) {
      const path = `${new URL(request.url).pathname}/`;
      const found = Object.entries(handlers).find(([prefix]) => path.startsWith(`${prefix}/`));
      return (found?.[1] ?? otherwise).fetch(request);
    },
  };
}
