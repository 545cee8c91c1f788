/**
 * Types of the three tags in Vue templates: `import type {} from 'financing-elements/vue'`. Vue also needs
 * `isCustomElement: (tag) => tag.startsWith('financing-') || …` in its compiler options.
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { FinancingElements, PascalCaseHandlers, Settable } from './markup.js';

type Tags = {
  [Tag in keyof FinancingElements]: new () => FinancingElements[Tag] & {
    /** @deprecated Only for the type checker: the element has no such property. */
    $props: HTMLAttributes & Settable<FinancingElements[Tag]> & PascalCaseHandlers & PublicProps;
  };
};

declare module 'vue' {
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface GlobalComponents extends Tags {}
}
