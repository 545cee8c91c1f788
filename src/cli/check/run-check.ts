/**
 * Tries the service and Redis with the settings of `serve`. Reports in sentences what works, what doesn't, and what the
 * settings allow. It sends no text message, creates nothing, and prints no secret.
 */
import type { CommandContext } from '../command-context.js';
import { warnOfUnused } from '../proxy-options.js';
import { CommandError } from '../command-error.js';
import { prepareChecks } from './prepare-checks.js';
import { checks } from './checks.js';
import { createJsonReport, createStartReport, textReport } from './check-report.js';
import type { Finding, Renderer, Summary } from './check-report.js';

/** `check`: prints a report. The exit code is 1 if something necessary doesn't work. */
export async function runCheck(context: CommandContext): Promise<void> {
  const { json, sandbox } = context.settings;
  if (sandbox) warnOfUnused(context);
  const { wrong } = await runChecks(context, false, json ? createJsonReport() : textReport);
  process.exitCode = wrong.length > 0 ? 1 : 0;
  // An abandoned name lookup can take half a minute, so the command doesn't wait for it.
  setTimeout(() => process.exit(), 500).unref();
}

/**
 * Throws `CommandError` unless everything that a start needs works. One location is enough, and Redis may be down. The error
 * message begins with `failure`.
 */
export async function requirePassingChecks(
  context: CommandContext,
  failure: string,
): Promise<void> {
  const { wrong } = await runChecks(context, true, createStartReport(context.logger));
  if (wrong.length > 0) throw new CommandError(`${failure}: ${wrong.join(' ')}`, 1);
}

async function runChecks(
  context: CommandContext,
  isForStart: boolean,
  renderer: Renderer,
): Promise<Summary> {
  const run = prepareChecks(context, isForStart, renderer.progress);
  const findings: Finding[] = [];
  for (const check of checks) {
    for await (const finding of check(run)) {
      findings.push(finding);
      renderer.add(finding);
    }
  }
  const summary = {
    wrong: findings.flatMap(({ verdict, text }) => (verdict === 'wrong' ? text : [])),
    conclusion:
      findings.findLast(({ conclusion }) => conclusion)?.conclusion ??
      'Everything necessary works.',
  };
  renderer.end(summary);
  return summary;
}
