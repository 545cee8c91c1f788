import { describeIssues } from './call.js';
import { FaultSchema } from './faults.js';
import type { SandboxState } from './state.js';

/** What a control works on. */
interface Controllable {
  readonly state: SandboxState;
  /** Forgets everything since the sandbox was made. */
  reset(): void;
}

type Control = (request: Request, sandbox: Controllable) => Response | Promise<Response>;

const controls: Readonly<Record<string, Control>> = {
  'GET /sandbox/outbox': (_request, { state }) => Response.json(state.outbox),
  'POST /sandbox/faults': armFault,
  'DELETE /sandbox': (_request, sandbox) => {
    sandbox.reset();
    return new Response(null, { status: 204 });
  },
};

/** Answers a request that reads or steers a sandbox; undefined when there is no such control. */
export function answerControl(
  request: Request,
  path: string,
  sandbox: Controllable,
): Response | Promise<Response> | undefined {
  const control = controls[`${request.method} ${path}`];
  // W3C Fetch Metadata: a hostile page must not reset the sandbox of the developer who visits it.
  if (control && request.headers.get('sec-fetch-site') === 'cross-site') {
    return Response.json({ message: 'Not for pages of other sites' }, { status: 403 });
  }
  return control?.(request, sandbox);
}

async function armFault(request: Request, { state }: Controllable): Promise<Response> {
  const json: unknown = await request.json().catch(() => undefined);
  const fault = FaultSchema.safeParse(json);
  if (!fault.success) {
    return Response.json({ message: describeIssues(fault.error) }, { status: 400 });
  }
  state.faults.push(fault.data);
  return Response.json(fault.data);
}
