import { serve, type FetchHandler, type RunningServer } from '../node/index.js';
import { boundMemory } from './bound-memory.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './command-context.js';
import { describeError } from '../proxy/log/log.js';

/** Where and what to serve. */
export interface ServerPlan {
  readonly host: string;
  readonly port: number;
  /** Follows the address in the `listening on …` line. */
  readonly path?: string;
  /** Called once, when the address is known. */
  createHandler(url: string): DrainableHandler;
}

/** A handler that can be told that its server will stop, which load balancers read in its `/health`. */
export interface DrainableHandler extends FetchHandler {
  drain?(): void;
}

/** Milliseconds that load balancers have to read it. */
const drainTime = 3_000;

/** Serves until a signal comes. Resolves with the address when it listens; throws `CommandError` when it cannot. */
export async function runServer(context: CommandContext, plan: ServerPlan): Promise<string> {
  const { logger } = context;
  boundMemory();
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

/** By the system's code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'ports below 1024 need more rights; see --port',
  EADDRNOTAVAIL: 'this is no address of this machine; see --host',
  ENOTFOUND: 'there is no such name or address; see --host',
};

/**
 * The first signal ends it in order, the second at once. SIGTERM is how supervisors end one of several behind a load
 * balancer; at the SIGINT of a keyboard nobody needs to be waited for.
 */
function stopOnSignal(
  server: RunningServer,
  handler: DrainableHandler,
  { logger }: CommandContext,
): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ event: 'stopping', signal });
    handler.drain?.();
    const grace = handler.drain && signal === 'SIGTERM' ? drainTime : 0;
    void server.close({ grace }).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
