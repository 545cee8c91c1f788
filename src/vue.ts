/**
 * Types of the three tags in Vue templates: `import type {} from 'financing-elements/vue'`. Vue itself needs
 * `isCustomElement: (tag) => tag.startsWith('financing-') || …` in its compiler's options.
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type {
  AttributesOf,
  FinancingElements,
  FinancingEventMap,
  PropertiesOf,
} from './elements/markup.js';
import type {} from './elements/events.js'; // declares the events

/** As a template's `@financing-estimate` is compiled: `onFinancingEstimate`. */
type Handlers = {
  [Type in keyof FinancingEventMap as `on${PascalCase<Type>}`]?: (
    event: FinancingEventMap[Type],
  ) => void;
};

type PascalCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

type Tags = {
  [Tag in keyof FinancingElements]: new () => FinancingElements[Tag] & {
    /** @deprecated Only for the type checker: the element has no such property. */
    $props: HTMLAttributes &
      PropertiesOf<FinancingElements[Tag]> &
      AttributesOf<FinancingElements[Tag]> &
      Handlers &
      PublicProps;
  };
};

declare module 'vue' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalComponents extends Tags {}
}
