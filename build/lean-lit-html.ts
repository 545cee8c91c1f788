/**
 * Leaves out of lit-html, in the one-file script, what our templates never ask for. It stays lit-html's own source,
 * in which some conditions are decided beforehand; the minifier then drops what nothing leads to any more.
 * `lean-script.ts` refuses the templates that would need it.
 *
 * It reads the source of lit-html's development build, where names have a meaning. A line that an update of lit
 * has changed ends the build: look then at what has become of it.
 */
const decided: readonly (readonly [source: string | RegExp, decision: string])[] = [
  // Warnings to developers, hooks for sanitizers, and a polyfill of the shadow DOM.
  [/\b(DEV_MODE|ENABLE_EXTRA_SECURITY_HOOKS|ENABLE_SHADYDOM_NOPATCH) = true/g, '$1 = false'],
  [/\bwrap\(/g, '('],
  ['polyfillSupport?.(Template, ChildPart);', ''],
  [/\(global\.litHtmlVersions \?\?= \[\]\)\.push\(.*\);/, ''],
  // Directives: in a tag itself or for a value, what they read, and their way to hear of the connection.
  [/\bresolveDirective\(this, ([^,)]+)[^)]*\)/g, '$1'],
  [/\b(value|v|newListener) === noChange/g, 'false'],
  [/\bvalue !== noChange/g, 'true'],
  ['name.startsWith(marker)', 'false'],
  ['templatePart.type === ELEMENT_PART', 'false'],
  [/this\._\$notifyConnectionChanged\?\.\(.*\);/g, ''],
  [/this\.(_\$disconnectableChildren|__isConnected) = .*;/g, ''],
  [/^ {4}(get \w+|setConnected)\([^]*?^ {4}\}$/gm, ''],
  // SVG, MathML, and templates that a compiler has prepared.
  [/^export const (svg|mathml) = .*;$/gm, ''],
  [/type === (SVG|MATHML)_RESULT/g, 'false'],
  ["typeof type === 'number'", 'true'],
  // Values in comments, in `<textarea>` and its like, and in place of a tag's name.
  [/match\[COMMENT_START\] [!=]== ('!--'|undefined)/g, 'false'],
  ['(i = node.data.indexOf(marker, i + 1)) !== -1', 'false'],
  [/rawTextElement\.test\((match\[TAG_NAME\]|node\.tagName)\)/g, 'false'],
  ['match[DYNAMIC_TAG_NAME] !== undefined', 'false'],
  // Listeners that are no functions, or have options.
  [/\|\|\s+newListener\.capture !==[^;]*/, ''],
  ["typeof this._$committedValue === 'function'", 'true'],
  // Rendering before a node of the container: ours is empty.
  [/options\?\.renderBefore\b/g, 'undefined'],
];

/** What our templates have to do without. */
export const leftOut = {
  modules: /^lit(-html)?\/(async-)?directive/,
  markup: /<(script|style|textarea|title|svg|math)\b|<!--/i,
};

/** The file that is read. */
export const litHtml = 'lit-html/development/lit-html.js';

/** lit-html's source without what we leave out; with its Trusted Types policy taken from the module `policy`. */
export function leanLitHtml(source: string, policy: string): string {
  const ownPolicy =
    /^const policy = trustedTypes\s+\? trustedTypes\.createPolicy\('lit-html',[^]*?: undefined;$/m;
  const ours = `import { policy } from ${JSON.stringify(policy)};`;
  return [...decided, [ownPolicy, ours] as const].reduce((code, [text, replacement]) => {
    const edited = code.replace(text, replacement);
    if (edited === code) throw new Error(`${litHtml} has changed: there is no ${text}`);
    return edited;
  }, source);
}
