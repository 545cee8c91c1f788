import { InvalidOptionError } from '../../contract/options.js';
import { createSandbox, type Sandbox, type SandboxSeeds } from '../../sandbox/index.js';
import type { CommandContext } from '../context.js';
import { runServer } from '../server/index.js';
import { CommandError, commands, readTextFile } from '../settings/index.js';
import { logRefusals, sandboxHost } from './embedded-sandbox.js';
import { printNextSteps, stepsAtSandbox, withHomePage } from './next-steps.js';
import { ownNamesOnly } from './own-names-only.js';

/** Largest file of seeds, in KiB. A merchant takes about 100 bytes. */
const mostKibibytes = 16 * 1024;

/** `sandbox`: serves the simulated Financing Service. */
export async function runSandbox(context: CommandContext): Promise<void> {
  const { port = commands.sandbox.port } = context.settings;
  const host = sandboxHost(context);
  const pages = withHomePage(logRefusals(openSandbox(context), context.logger));
  const sandbox = ownNamesOnly(pages, host);
  const url = await runServer(context, { host, port, createHandler: () => sandbox });
  if (context.settings.seeds === undefined) printNextSteps(stepsAtSandbox(url));
}

function openSandbox(context: CommandContext): Sandbox {
  const { settings, nameOf } = context;
  const webhook = chooseWebhook(context);
  if (settings.seeds === undefined) return createSandbox({ webhook });
  const json = readJson(nameOf('seeds'), settings.seeds);
  try {
    // The sandbox checks the shape.
    return createSandbox({ webhook, seeds: json as SandboxSeeds });
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
    throw new CommandError(`${nameOf('seeds')} ${error.reason}`);
  }
}

function chooseWebhook({
  settings: { webhookUrl: url, webhookSecret: [secret] = [] },
  nameOf,
}: CommandContext) {
  if (url === undefined) return undefined;
  if (secret) return { url, secret };
  throw new CommandError(`${nameOf('webhookUrl')} needs FINANCING_WEBHOOK_SECRET`);
}

function readJson(option: string, path: string): unknown {
  const text = readTextFile(option, path, mostKibibytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandError(`${option} names a file that is not JSON`);
  }
}
