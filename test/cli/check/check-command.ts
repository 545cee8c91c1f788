import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { credentials, financed } from '../../support/samples.js';
import { startHttp } from '../../support/servers.js';
import { startCommand } from '../command.js';

/** Variables of a command. */
export type Environment = Record<string, string>;

/** What `check` prints, with both credentials. */
export async function check(
  t: TestContext,
  baseUrl: string,
  env: Environment = {},
  args: string[] = [],
) {
  const { code, stdout, stderr } = await startCommand(t, ['check', ...args], {
    env: {
      FINANCING_BASE_URL: baseUrl,
      FINANCING_SVC_KEY: credentials.svcKey,
      FINANCING_SVC_SECRET: credentials.svcSecret,
      ...env,
    },
  }).closed;
  for (const secret of Object.values(credentials)) {
    assert.ok(!(stdout + stderr).includes(secret), 'a key is printed');
  }
  return { code, stdout, stderr };
}

/** A service that answers estimates as a test says, and status reads with 404, or as it says, too. */
export async function checkService(
  t: TestContext,
  estimates: RequestListener,
  {
    env,
    onboarding = reply(404),
    seen = [],
  }: {
    env?: Environment;
    onboarding?: RequestListener;
    seen?: string[];
  } = {},
) {
  const url = await startHttp(t, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    return request.method === 'GET' ? onboarding(request, response) : estimates(request, response);
  });
  return check(t, url, env);
}

/** Answers with a status, headers, and JSON or text. */
export function reply(code: number, body: unknown = '', headers: Record<string, string> = {}) {
  return (_: IncomingMessage, response: ServerResponse) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(code, headers).end(text);
  };
}

/** Answers with an estimate. */
export const healthy = reply(200, [financed('check')]);
