/**
 * Built-ins that old libraries and scripts on a page replace. The code for pages imports them from here and never uses their
 * global names. It imports this file before lit.
 */

const {
  webkitURL,
  XMLDocument: documentClass,
  MessageEvent: eventClass,
} = globalThis as {
  webkitURL?: typeof URL;
  XMLDocument?: object;
  MessageEvent?: object;
};

/** `URL`, from the second name that browsers have for it. Servers have only the first name. */
export const NativeURL = webkitURL ?? URL;

/**
 * `Event`, taken from a class that extends it and that pages don't replace. MooTools has its own `Event`. Some edge runtimes
 * have no `MessageEvent`.
 */
export const NativeEvent = (eventClass ? Object.getPrototypeOf(eventClass) : Event) as typeof Event;

/** `Document`, taken from a class that extends it and that pages don't replace. MooTools has its own `Document`. */
export const NativeDocument = Object.getPrototypeOf(documentClass ?? {}) as typeof Document;

/** Returns the JSON of plain data and dates. Ignores any other `toJSON`, such as one that a page adds to `Array.prototype`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, 'toJSON' in [] ? withoutToJson : undefined);
}

/** A replacer for `JSON.stringify`. `converted` is the value after `toJSON`. */
function withoutToJson(this: Record<string, unknown>, key: string, converted: unknown): unknown {
  const original = this[key];
  return original instanceof Date ? converted : original;
}

/**
 * Variables that lit reads from the window. If no script has set a variable, the browser returns an element with that ID or name.
 */
const litVariables = [
  'litElementHydrateSupport',
  'litElementPolyfillSupport',
  'litElementVersions',
  'litHtmlPolyfillSupport',
  'litHtmlVersions',
  'litPropertyMetadata',
  'reactiveElementPolyfillSupport',
  'reactiveElementVersions',
  'trustedTypes',
];
for (const name of litVariables) {
  if (name in globalThis && !Object.hasOwn(globalThis, name))
    Object.assign(globalThis, { [name]: undefined });
}
