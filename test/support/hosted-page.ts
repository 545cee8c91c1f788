import assert from 'node:assert/strict';

type Fetch = (request: Request) => Promise<Response>;

/** A page of the sandbox, as whoever opened it sees it. */
export interface HostedPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** What its fields are filled with, and which of its choices is made. */
  readonly fields: Readonly<Record<string, string>>;
  /** Labels of its buttons by what they send. */
  readonly buttons: Readonly<Record<string, string>>;
  /** Presses a button, as a browser does: the answer is a redirect that was not followed. */
  press(action: string, fields?: Record<string, string>): Promise<Response>;
}

/** Opens a page of the sandbox without a browser: its pages need no script. */
export async function openHostedPage(fetch: Fetch, url: string): Promise<HostedPage> {
  const response = await fetch(new Request(url, { redirect: 'manual' }));
  const text = await response.text();
  const fields = readFields(text);
  return {
    url,
    status: response.status,
    text,
    headers: response.headers,
    fields,
    buttons: Object.fromEntries(
      [...text.matchAll(/<button[^>]*name="action"[^>]*value="(\w+)"[^>]*>([^<]*)/g)].map(
        ([, action = '', label = '']) => [action, label.trim()],
      ),
    ),
    press(action, changed = {}) {
      const body = new URLSearchParams({ ...fields, ...changed, action });
      return fetch(postForm(url, body));
    },
  };
}

/** Presses a button of a page and opens where that leads. */
export async function pressThrough(
  fetch: Fetch,
  page: HostedPage,
  action: string,
  fields?: Record<string, string>,
): Promise<HostedPage> {
  const response = await page.press(action, fields);
  assert.equal(response.status, 303, await response.text());
  return openHostedPage(fetch, new URL(response.headers.get('location') ?? '', page.url).href);
}

/** The form post of a page of the same origin, as browsers send it. */
export function postForm(
  url: string,
  body: URLSearchParams,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Request {
  return new Request(url, { method: 'POST', body, headers, redirect: 'manual' });
}

function readFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [input] of text.matchAll(/<input[^>]*>/g)) {
    const attribute = (of: string) => new RegExp(` ${of}="([^"]*)"`).exec(input)?.[1] ?? '';
    if (attribute('type') === 'radio' && !/ checked\b/.test(input)) continue;
    fields[attribute('name')] = attribute('value');
  }
  return fields;
}
