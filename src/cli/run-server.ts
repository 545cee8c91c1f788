import { serve, type FetchHandler, type RunningServer } from '../node/index.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './commands.js';
import { describeError } from '../proxy/log.js';

/** Where and what to serve. */
export interface ServerPlan {
  readonly host: string;
  readonly port: number;
  /** Follows the address in the `listening on …` line. */
  readonly path?: string;
  /** Called once, when the address is known. */
  createHandler(url: string): FetchHandler;
}

/** Serves until a signal comes. Resolves with the address when it listens; throws `CommandError` when it cannot. */
export async function runServer(context: CommandContext, plan: ServerPlan): Promise<string> {
  const { logger } = context;
  let handler: FetchHandler = { fetch: () => new Response(null, { status: 503 }) };
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
  stopOnSignal(server, context);
  process.stdout.write(`listening on ${server.url}${plan.path ?? ''}\n`);
  return server.url;
}

function cannotListen(error: unknown, { host, port }: ServerPlan): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new CommandError(`port ${port} is in use; choose another with --port or PORT`, 1);
  }
  return new CommandError(
    `cannot listen on ${host}, port ${port} (${code}); see --host and --port`,
    1,
  );
}

/** The first signal ends it in order, the second at once. */
function stopOnSignal(server: RunningServer, { logger }: CommandContext): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ event: 'stopping', signal });
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
