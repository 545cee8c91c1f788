import { html as litHtml, nothing, type TemplateResult } from 'lit/html.js';

export { nothing };
export type { TemplateResult };

/** What a template may hold. No lists: the script's lit-html is without them (build/lean-lit-html.ts). */
export type TemplateValue =
  | TemplateResult
  | Node
  | typeof nothing
  | string
  | number
  | boolean
  | null
  | undefined
  | ((happened: never) => unknown);

export const html: (strings: TemplateStringsArray, ...values: TemplateValue[]) => TemplateResult =
  litHtml;
