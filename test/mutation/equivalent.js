// @ts-check
/**
 * Changes that no test can notice, with the reason: the file, the line that is changed, and what Stryker puts in place of a
 * part of it. The part is named where the same in place of another part would be noticed.
 * @typedef {{ readonly file: string, readonly line: string, readonly part?: string,
 *   readonly replacement: string | readonly string[], readonly why: string }} Equivalent
 * @type {readonly Equivalent[]}
 */
export const equivalent = [
  {
    file: 'src/proxy/link-status.ts',
    line: "const subjects = tryParseJson((await store.get(await tokenKey(token))) ?? '');",
    replacement: '"Stryker was here!"',
    why: 'Neither of the two texts is JSON.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: 'if (isVerified) trusted.set(name, true);',
    part: 'true',
    replacement: 'false',
    why: 'The value is not read.',
  },
  {
    file: 'src/proxy/policy.ts',
    line: 'if (adminToken !== undefined && token !== undefined && (await isSame(token, adminToken))) return;',
    part: 'adminToken !== undefined',
    replacement: 'true',
    why: 'What is no admin token is compared as an empty text, which no bearer token is.',
  },
  {
    file: 'src/internal/crypto.ts',
    line: "(imported ??= crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, usages));",
    replacement: 'true',
    why: 'The key, which could then be exported, never leaves the function.',
  },
  ...[
    "isSigned(macs, headers.get(header) ?? '', bytes, Date.now() / 1000);",
    "return isSigned(list.map(createMac), signature ?? '', body, now / 1000);",
  ].map((line) => ({
    file: 'src/proxy/webhook-signature.ts',
    line,
    replacement: '"Stryker was here!"',
    why: 'Neither of the two texts is a signature.',
  })),
  {
    file: 'src/internal/crypto.ts',
    line: "return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');",
    replacement: '/=+/',
    why: 'Base64 has padding at its end alone.',
  },
  {
    file: 'src/proxy/webhook-signature.ts',
    line: 'return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));',
    replacement: '["Stryker was here"]',
    why: 'Each text that is read has 64 characters.',
  },
  {
    file: 'src/proxy/webhooks.ts',
    line: 'isHandled = status < 300;',
    replacement: 'status <= 300',
    why: 'No handled event has status 300: a redirect has been made 502.',
  },
  {
    file: 'src/proxy/policy.ts',
    line: "throw error ?? new TypeError('A function of the integrator failed without an error');",
    replacement: '""',
    why: 'The message of an error is nowhere shown.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: 'const counted: TextWindow[] = [];',
    replacement: '["Stryker was here"]',
    why: 'A value that is no window is not taken back, and no code waits for it.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: "if (error instanceof ProblemError && error.code === 'sms-limit') await takeBack(counted);",
    part: 'error instanceof ProblemError',
    replacement: 'true',
    why: 'No other error has this code.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: "const url = `http://[${text.replace(/%.*$/, '')}]`;",
    replacement: '/%.*/',
    why: 'It takes all that follows on the line, and no address has two.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: String.raw`if (!/^http:\/\/\[[\da-f:.]+\]$/i.test(url) || !URL.canParse(url)) return undefined;`,
    replacement: String.raw`/http:\/\/\[[\da-f:.]+\]$/i`,
    why: 'It begins so.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: "const [left = '', right] = new URL(url).hostname.slice(1, -1).split('::');",
    replacement: '"Stryker was here!"',
    why: 'A text that is split has a first part.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: "function clientOf(address = ''): Client {",
    replacement: '"Stryker was here!"',
    why: 'Neither of the two texts is an address.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: 'if (known) return known;',
    replacement: 'false',
    why: 'What is remembered would be found again.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: 'if (address.length <= longestAddress) knownClients.set(address, client);',
    replacement: [
      'true',
      'false',
      'address.length < longestAddress',
      'address.length > longestAddress',
    ],
    why: 'What is remembered would be found again.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: 'const address: unknown = hook?.(request);',
    replacement: 'hook(request)',
    why: 'It is called only where there is a hook.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: '} catch {',
    replacement: '{}',
    why: 'A function that returns nothing returns undefined.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: String.raw`const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];`,
    replacement: '["Stryker was here"]',
    why: 'The first element, the whole match, is not read.',
  },
  {
    file: 'src/proxy/limits.ts',
    line: String.raw`const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];`,
    replacement: '["Stryker was here"]',
    why: 'The first element, the whole match, is not read.',
  },
  {
    file: 'src/proxy/sends.ts',
    line: '} catch {',
    replacement: '{}',
    why: 'A function that returns nothing returns undefined.',
  },
  {
    file: 'src/proxy/sends.ts',
    line: 'return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));',
    replacement: 'a <= b',
    why: 'An object has no two fields of one name.',
  },
  {
    file: 'src/proxy/sends.ts',
    line: '...(retryAfterSeconds !== undefined && { retryAfterSeconds }),',
    replacement: 'true',
    why: 'JSON leaves out a field that is undefined.',
  },
  {
    file: 'src/client/amount.ts',
    line: "const text = typeof amount === 'object' ? '' : String(amount).trim();",
    replacement: '"Stryker was here!"',
    why: 'Neither of the two texts is an amount.',
  },
  {
    file: 'src/client/amount.ts',
    line: 'const isWhole = Math.abs(dollars * 100 - cents) < 1e-4;',
    replacement: 'Math.abs(dollars * 100 - cents) <= 1e-4',
    why: 'No product of a number and 100 is exactly a ten-thousandth away from a whole number.',
  },
  {
    file: 'src/internal/dollars.ts',
    line: 'return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;',
    replacement: 'Math.abs(dollars * 100 - cents) <= 1e-4',
    why: 'No product of a number and 100 is exactly a ten-thousandth away from a whole number.',
  },
  {
    file: 'src/proxy/purchase-token.ts',
    line: "const [, signed, payload = '', macText = ''] = /^(v1\\.([\\w-]+))\\.([\\w-]{43})$/.exec(token) ?? [];",
    replacement: '"Stryker was here!"',
    why: 'A text that is no token is refused for want of its signed part, whatever stands in for the others.',
  },
  {
    file: 'src/proxy/purchase-token.ts',
    line: "const [, signed, payload = '', macText = ''] = /^(v1\\.([\\w-]+))\\.([\\w-]{43})$/.exec(token) ?? [];",
    replacement: '["Stryker was here"]',
    why: 'The first element, the whole match, is not read.',
  },
  {
    file: 'src/contract/webhook.ts',
    line: "const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);",
    replacement: 'true',
    why: 'The key, which could then be exported, never leaves the function.',
  },
  {
    file: 'src/proxy/origin.ts',
    line: "if (origin !== null && allowedOrigins.includes(origin)) return 'own';",
    part: 'origin !== null',
    replacement: 'true',
    why: 'No list of origins includes null.',
  },
  {
    file: 'src/proxy/origin.ts',
    line: 'return /^https?:$/.test(page.protocol) && URL.canParse(own) && new URL(own).host === page.host;',
    replacement: '/^https?:/',
    why: 'A protocol ends with its only colon.',
  },
  {
    file: 'src/proxy/policy.ts',
    line: "return /^Bearer +(\\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];",
    replacement: '"Stryker was here!"',
    why: 'Neither of the two texts has a bearer token.',
  },
  {
    file: 'src/service/call.ts',
    line: "for (const name of operation.credentials) headers[name] = credentials[name] ?? '';",
    replacement: '"Stryker was here!"',
    why: 'An operation whose credential is missing is refused before it is called.',
  },
  {
    file: 'src/service/call.ts',
    line: 'return Math.max(4 * 1024 * 1024, 10 * (body?.length ?? 0));',
    replacement: 'body.length',
    why: 'Only an operation that is asked with a body is answered with a list.',
  },
  {
    file: 'src/service/call.ts',
    line: 'const body = call.body === undefined ? null : JSON.stringify(call.body);',
    replacement: 'false',
    why: 'The JSON of undefined is undefined, which is sent as no body, too.',
  },
];
