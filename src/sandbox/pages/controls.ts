/** The controls of a sandbox, outside the contract: JSON for tests, pages for people. */
import * as z from 'zod';
import { describeIssues } from '../operations/index.js';
import { armFault, FaultSchema, type Visit } from '../state/index.js';
import { indexPage } from './index-page.js';
import { outboxPage } from './outbox-page.js';
import { renderPage } from './page-layout.js';
import { isOwnRequest } from './same-origin.js';

type Control = (visit: Visit) => Response | Promise<Response>;

const day = 24 * 60 * 60 * 1000;

const controls: Readonly<Record<string, Control>> = {
  'GET /sandbox': () => redirect(308, 'sandbox/'),
  'GET /sandbox/': (visit) => renderPage(indexPage(visit), visit),
  'GET /sandbox/outbox': (visit) =>
    wantsPage(visit) ? renderPage(outboxPage(visit), visit) : Response.json(visit.state.outbox),
  'GET /sandbox/webhooks': ({ state }) => Response.json(state.webhooks),
  'POST /sandbox/faults': addFault,
  'POST /sandbox/clock': advanceClock,
  'DELETE /sandbox': (visit) => {
    visit.reset();
    return new Response(null, { status: 204 });
  },
  // The same for a form, which cannot send DELETE.
  'POST /sandbox/reset': (visit) => {
    visit.reset();
    return redirect(303, './');
  },
};

/** Answers a control of the sandbox; undefined for any other path. */
export function answerControl(visit: Visit): Response | Promise<Response> | undefined {
  const { request, url } = visit;
  const control = controls[`${request.method} ${url.pathname}`];
  // A page of another origin, also on another port, must not reset the sandbox of the developer who visits it.
  // `none` is a person at the address bar.
  const isOwn = isOwnRequest(visit) || request.headers.get('sec-fetch-site') === 'none';
  if (control && !isOwn && !isFollowed(request)) return refuseOthers();
  return control?.(visit);
}

/** True for a followed link: it shows a page to a person, and the other site cannot read it. */
function isFollowed({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('sec-fetch-mode') === 'navigate';
}

function wantsPage({ request }: Visit): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false;
}

const ClockSchema = z.strictObject({
  /** Whole days by which the sandbox's clock is advanced. */
  advanceDays: z.int().min(1).max(3650),
});

async function addFault({ request, state }: Visit): Promise<Response> {
  const fault = parseFault(await readJson(request));
  if (!fault) return Response.json({ message: 'body: Nested too deeply' }, { status: 400 });
  if (!fault.success) return refuse(fault.error);
  return Response.json(armFault(state.faults, fault.data));
}

/** Returns undefined for a body of a thousand levels and more: the schema calls itself for each of them. */
function parseFault(json: unknown) {
  try {
    return FaultSchema.safeParse(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function advanceClock({ request, state, now }: Visit): Promise<Response> {
  const clock = ClockSchema.safeParse(await readJson(request));
  if (!clock.success) return refuse(clock.error);
  const ms = clock.data.advanceDays * day;
  state.advancedBy += ms;
  return Response.json({ now: new Date(now + ms).toISOString() });
}

function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}

function refuse(error: z.ZodError): Response {
  return Response.json({ message: describeIssues(error) }, { status: 400 });
}

function refuseOthers(): Response {
  return Response.json({ message: 'Pages of other origins may not use this' }, { status: 403 });
}

function redirect(status: 303 | 308, url: string): Response {
  return new Response(null, { status, headers: { location: url } });
}
