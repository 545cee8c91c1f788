import assert from 'node:assert/strict';

/** Asserts that a text holds none of the sentinels, plain or in an encoding that logs and stores know. */
export function assertNoSentinel(text: string, sentinels: Readonly<Record<string, string>>): void {
  const lowerCase = text.toLowerCase();
  for (const [name, sentinel] of Object.entries(sentinels)) {
    for (const [encoding, written] of encodings(sentinel)) {
      const isThere =
        encoding === 'base64' ? text.includes(written) : lowerCase.includes(written.toLowerCase());
      assert.ok(!isThere, `${name} is there (${encoding}): ${text.slice(0, 2_000)}`);
    }
  }
}

/** Six ways to write a text. In base64 it looks different at each of the three places where it can begin. */
function encodings(text: string): [encoding: string, written: string][] {
  const bytes = Buffer.from(text);
  const inBase64 = [0, 1, 2].map((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last characters depend on what stands around it.
    return base64.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -1);
  });
  return [
    ['plain', text],
    ['percent', encodeURIComponent(text)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['hex', bytes.toString('hex')],
    ...inBase64.map((base64): [string, string] => ['base64', base64]),
    ...inBase64.map((base64): [string, string] => [
      'base64',
      base64.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ];
}
