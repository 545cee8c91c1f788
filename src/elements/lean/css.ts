/** The styles of a class: one sheet or several. */
export type CSSResultGroup = CSSStyleSheet | readonly CSSStyleSheet[];

/** Makes a style sheet of a template without values. */
export function css([rules = '']: TemplateStringsArray): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** Makes these the styles of a shadow tree, and no others. */
export function adoptStyles(root: ShadowRoot, styles: readonly CSSStyleSheet[]): void {
  root.adoptedStyleSheets = [...styles];
}
