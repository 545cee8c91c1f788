import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/index.js';
import { toRequest, type Send } from '../conformance/requests.js';

/** Where the sandboxes of these tests seem to be. */
export const origin = 'http://sandbox.test';

/** Sends a request to an operation of a sandbox. */
export function ask({ fetch }: Sandbox, send: Send): Promise<Response> {
  return fetch(toRequest(origin, send));
}

/** Sends a request that must succeed, and gives its body as the caller knows it to be. */
export async function answer<Body>(sandbox: Sandbox, send: Send): Promise<Body> {
  const response = await ask(sandbox, send);
  assert.equal(response.status, 200);
  return (await response.json()) as Body;
}

/** Sends a request that must be refused, and gives status and message. */
export async function refusal(sandbox: Sandbox, send: Send): Promise<[number, string]> {
  const response = await ask(sandbox, send);
  const { message } = (await response.json()) as { message: string };
  return [response.status, message];
}

/** Asks a path under `/sandbox`, as JSON where there is a body. */
export function control(
  { fetch }: Sandbox,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const json = body === undefined ? null : JSON.stringify(body);
  return fetch(new Request(origin + path, { method, headers, body: json }));
}
