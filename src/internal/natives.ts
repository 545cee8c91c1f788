/**
 * Built-ins that old libraries and scripts of a page replace. The code for pages takes them from here, never from their
 * global names, and imports this file before lit.
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

/** `URL` under the second name that browsers have for it. Servers have only the first. */
export const NativeURL = webkitURL ?? URL;

/**
 * `Event`, as the parent of a class that pages don't replace. MooTools has an `Event` of its own. Some edge runtimes have no
 * `MessageEvent`.
 */
export const NativeEvent = (eventClass ? Object.getPrototypeOf(eventClass) : Event) as typeof Event;

/** `Document`, as the parent of a class that pages don't replace. MooTools has a `Document` of its own. */
export const NativeDocument = Object.getPrototypeOf(documentClass ?? {}) as typeof Document;

/** Returns the JSON of plain data and dates. Ignores every other `toJSON`, for example of `Array.prototype`, if a page adds one. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, 'toJSON' in [] ? withoutToJson : undefined);
}

/** A replacer. Its parameter `converted` is the value after `toJSON`. */
function withoutToJson(this: Record<string, unknown>, key: string, converted: unknown): unknown {
  const original = this[key];
  return original instanceof Date ? converted : original;
}

/** Names that lit reads from the window, where an element is found by its id or name if no script has set a variable. */
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
