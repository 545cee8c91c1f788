/**
 * Leaves out of lit-html, in the one-file script, what our templates never ask for. It stays lit-html's own source,
 * in which some conditions are decided beforehand; the minifier then drops what nothing leads to any more. One
 * function is ours: the one that joins a template's strings, since ours leave no doubt where a value goes.
 * `lean-script.ts` refuses the templates, and the types of src/elements/lean/html.ts the values, that would need more.
 *
 * It reads the source of lit-html's development build, where names have a meaning. A line that an update of lit
 * has changed ends the build: look then at what has become of it.
 */
const decided: readonly (readonly [source: string | RegExp, decision: string])[] = [
  ["'invalid template strings array'", "'no template'"],
  // What is said twice.
  [
    /(this\.type = ATTRIBUTE_PART;)\s+\/\*\* @internal \*\/\s+this\._\$committedValue = nothing;/,
    '$1',
  ],
  [/^ {4}constructor\(element, name, strings, parent, options\) \{\n {8}super\([^]*?^ {4}\}$/m, ''],
  // Warnings to developers, hooks for sanitizers, and a polyfill of the shadow DOM.
  [/\b(DEV_MODE|ENABLE_EXTRA_SECURITY_HOOKS|ENABLE_SHADYDOM_NOPATCH) = true/g, '$1 = false'],
  [/\bwrap\(/g, '('],
  [/^const polyfillSupport = [^]*?;$/m, ''],
  ['polyfillSupport?.(Template, ChildPart);', ''],
  ['const trustedTypes = global.trustedTypes;', ''],
  [/\(global\.litHtmlVersions \?\?= \[\]\)\.push\(.*\);/, ''],
  // Directives: in a tag itself or for a value, what they read, and their way to hear of the connection.
  [/\bresolveDirective\(this, ([^,)]+)[^)]*\)/g, '$1'],
  [/, directiveParent = this(, valueIndex, noCommit)?/g, ''],
  ['change && !noCommit', 'change'],
  [/\b(value|v|newListener) === noChange/g, 'false'],
  [/\bvalue !== noChange/g, 'true'],
  ['name.startsWith(marker)', 'false'],
  ['templatePart.type === CHILD_PART', '!templatePart.ctor'],
  ['templatePart.type === ATTRIBUTE_PART', 'true'],
  [/\btype: (ATTRIBUTE|CHILD)_PART,?/g, ''],
  [/this\._\$notifyConnectionChanged\?\.\(.*\);/g, ''],
  [/this\.(_\$disconnectableChildren|__isConnected|type) = .*;/g, ''],
  [/^ {4}(get [\w$]+|setConnected)\([^]*?^ {4}\}$/gm, ''],
  [/this\._\$parent = parent;/g, ''],
  [/\bparent, options\b/g, 'options'],
  [/(new [^;]*?), (this|undefined), options/g, '$1, options'],
  // SVG, MathML, and templates that a compiler has prepared.
  [/^export const (svg|mathml) = .*;$/gm, ''],
  ['type === SVG_RESULT || type === MATHML_RESULT', 'false'],
  ["typeof type === 'number'", 'true'],
  // Values in comments, in `<textarea>` and its like.
  ['const data = node.data;', ''],
  ['data === markerMatch', 'true'],
  ['rawTextElement.test(node.tagName)', 'false'],
  // Values that are lists. What is neither text nor template is a node.
  ['value.nodeType !== undefined', 'true'],
  ['isIterable(value)', 'false'],
  [/^ {4}_commitIterable\([^]*?^ {4}\}$/m, ''],
  [
    /\(start = \(?this\._\$startNode\)?\.nextSibling, from\) \{/,
    '() { let start = this._$startNode.nextSibling;',
  ],
  [/^const isPrimitive = [^]*?;$/m, 'const isPrimitive = (value) => Object(value) !== value;'],
  // Where a value goes: it is the whole of an attribute, whose name is in lower case, or stands between tags.
  [
    /^const getTemplateHtml = [^]*?^\};$/m,
    `const getTemplateHtml = (strings) =>
      strings.reduce((html, next) => html + (html.endsWith('=') ? marker : nodeMarker) + next);`,
  ],
  [/^const tagEndRegex = .*;$/m, ''],
  ['Math.random().toFixed(9).slice(2)', "''"],
  [
    'const [html, attrNames] = getTemplateHtml(strings, type);',
    'const html = trustFromTemplateString(strings, getTemplateHtml(strings));',
  ],
  ['name.endsWith(boundAttributeSuffix)', 'node.getAttribute(name) === marker'],
  ['attrNames[attrNameIndex++]', 'name'],
  ['const value = node.getAttribute(name);', ''],
  ['const statics = value.split(marker);', ''],
  ['strings: statics,', ''],
  [', templatePart.strings', ''],
  [/\bstrings, options\b/g, 'options'],
  [/\b(part\.)?strings !== undefined/g, 'false'],
  ['strings === undefined', 'true'],
  ['const strings = this.strings;', ''],
  ['part !== undefined', 'true'],
  ['&& parts.length < partCount', ''],
  [/node\.(hasAttributes\(\)|nodeType === 8)/g, 'true'],
  [/strings\.length > 2 \|\| .*(?=\) \{)/, 'false'],
  // Attributes whose value is an object, properties, attributes that are there or not.
  [
    /change =\s+!isPrimitive\(value\) [^;]*;\s+if \(change\) \{\s+(.*)\s+\}/,
    'if (value !== this._$committedValue) this._commitValue((this._$committedValue = value));',
  ],
  [/m\[1\] === '[.?]'/g, 'false'],
  ['([.?@])?(.*)', '(@?)(.*)'],
  // Listeners that are no functions, have options, or are taken away.
  [
    /newListener !== nothing &&\s+\(oldListener === nothing \|\| .*(?=;)/,
    'oldListener === nothing',
  ],
  [/\(newListener === nothing && [^]*?(?=;)/, 'false'],
  [/newListener =\s+newListener \?\? nothing;/, ''],
  ['this, newListener);', 'this);'],
  ["typeof this._$committedValue === 'function'", 'true'],
  // Rendering before a node of the container: ours goes to its end.
  [/options\?\.renderBefore\b/g, 'undefined'],
  ['options ?? {}', 'options'],
  ['options?.creationScope ?? d', 'd'],
  // Options, and with them the host that listeners are called on: ours are arrow functions.
  ['.call(this.options?.host ?? this.element, event)', '(event)'],
  [/,\s+(this\.)?options\b(?=[,)])/g, ''],
  [/\b_clone\((this\.)?options\)/g, '_clone()'],
  [/this\.options = options;/g, ''],
  ['constructor(template, parent)', 'constructor(template)'],
  ['TemplateInstance(template, this)', 'TemplateInstance(template)'],
  // A symbol of its own for what is left out.
  ["Symbol.for('lit-nothing')", 'null'],
  ['value === nothing || value == null', 'value == null'],
  // What is as well done in one line.
  ['if (template === undefined) {', 'if (!template) {'],
  ['Template.createElement(html);', "d.createElement('template'); this.el.innerHTML = html;"],
  [/^ {4}static createElement\([^]*?^ {4}\}$/m, ''],
];

/** Stands for a value in the text of a template. */
export const hole = '${}';

/** What our templates have to do without. */
export const leftOut = {
  modules: /^lit(-html)?\/(async-)?directive/,
  markup: new RegExp(
    [
      /<(script|style|textarea|title|svg|math)\b|<!--/, // text that is no HTML
      /<[^>]*(?<!\s@?[a-z-]+=)\$\{\}/, // in a tag, a value that is not the whole of an attribute or a listener
      /<[^>]*\$\{\}(?![\s>])/, // or does not end there
      /(^|>)[^<]*=\$\{\}/, // between tags, a value that seems to be an attribute's
    ]
      .map(({ source }) => source)
      .join('|'),
  ),
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
