import { serve, type FetchHandler, type RunningServer } from '../node/index.js';
import { describeError } from '../proxy/report.js';
import type { CommandContext } from './command-context.js';
import { CommandError, describeSystemError } from './command-error.js';

/** A handler whose `/health` can report that its server will stop, so that load balancers leave it out. */
interface DrainableHandler extends FetchHandler {
  drain?(): void;
}

/** The address to listen on and the handler to serve. */
interface ServerPlan {
  readonly host: string;
  readonly port: number;
  /** Printed after the address in the `listening on …` line. */
  readonly path?: string;
  /** Called once, when the address is known. */
  createHandler(url: string): DrainableHandler;
}

/** Serves until a signal arrives. Resolves with the address when it listens. Throws `CommandError` if it can't listen. */
export async function runServer(context: CommandContext, plan: ServerPlan): Promise<string> {
  const { nameOf } = context;
  let handler: DrainableHandler = { fetch: () => new Response(null, { status: 503 }) };
  const { host, port, path = '' } = plan;
  const latest: FetchHandler = { fetch: (request) => handler.fetch(request) };
  const server = await listen(latest, context, { host, port, portName: nameOf('port') });
  handler = plan.createHandler(server.url);
  stopOnSignal(server, handler, context);
  process.stdout.write(`listening on ${server.url}${path}\n`);
  return server.url;
}

/** Listens with a handler. `portName` is the setting of the port. Throws `CommandError` with the reason if it can't listen. */
export async function listen(
  handler: FetchHandler,
  { logger }: CommandContext,
  at: { readonly host: string; readonly port: number; readonly portName: string },
): Promise<RunningServer> {
  const { host, port, portName } = at;
  const onFailure = (error: unknown) =>
    logger.error({ event: 'handler-failure', ...describeError(error) });
  try {
    return await serve(handler, { host, port, onFailure });
  } catch (error) {
    const why = describeSystemError(error);
    throw new CommandError(`cannot listen on ${host}, port ${port} (${portName}): ${why}`, 1);
  }
}

/**
 * Ends the process with 0 on a signal that arrives before it listens. Process 1 of a container needs this, because the kernel
 * drops a signal without a listener. Returns the function that removes the listeners.
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
 * Stops gracefully on the first signal, and at once on the second. Supervisors send SIGTERM to one of several replicas, so it
 * leaves load balancers time to notice. SIGINT comes from a keyboard, so it doesn't wait.
 */
function stopOnSignal(
  server: RunningServer,
  handler: DrainableHandler,
  { logger, settings: { stopTimeout, drain } }: CommandContext,
): void {
  // Seconds for which `/health` reports the stop before the server closes. A short stop keeps most of its time for requests.
  const draining = drain ?? Math.min(3, stopTimeout / 3);
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ event: 'stopping', signal });
    handler.drain?.();
    const isDrained = handler.drain && signal === 'SIGTERM';
    const grace = isDrained ? draining * 1_000 : 0;
    void server.close({ grace, timeout: stopTimeout * 1_000 }).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** Routes a request to the first handler whose path is a prefix of whole segments. Without a match, routes it to `otherwise`. */
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
