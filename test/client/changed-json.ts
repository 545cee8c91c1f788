type Changed = Record<string, unknown>;

/** What Prototype.js 1.6 adds: `toJSON` returns JSON already, which `JSON.stringify` then quotes as a text. */
export function addPrototypeJs(): () => void {
  const inspect = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.filter((each) => each !== undefined).map(inspect)}]`
      : `"${String(value)}"`;
  return change(
    [Array.prototype, inspectThis],
    [String.prototype, inspectThis],
    [Date.prototype, inspectThis],
    [Object.prototype, inspectThis],
  );

  function inspectThis(this: unknown): string {
    return inspect(this);
  }
}

/** A page that replaces `JSON.stringify` by one of its own, which writes something else. */
export function replaceStringify(): () => void {
  const { stringify } = JSON;
  JSON.stringify = () => '{}';
  return () => {
    JSON.stringify = stringify;
  };
}

function change(...additions: [object, () => string][]): () => void {
  const before = additions.map(([target]) => Object.getOwnPropertyDescriptor(target, 'toJSON'));
  for (const [target, toJSON] of additions) (target as Changed)['toJSON'] = toJSON;
  return () => {
    for (const [index, [target]] of additions.entries()) {
      const own = before[index];
      if (own) Object.defineProperty(target, 'toJSON', own);
      else delete (target as Changed)['toJSON'];
    }
  };
}
