/** The text of a style sheet, which is constructed where it is adopted (adopt-styles.ts). */
export type CSSResult = string;

export type CSSResultGroup = CSSResult | readonly CSSResultGroup[];

/** Takes a template without values for a style sheet. */
export const css = ([cssText = '']: readonly string[]): CSSResult => cssText;
