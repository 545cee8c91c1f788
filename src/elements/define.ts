type DefinedClass = CustomElementConstructor & { readonly source?: string | undefined };

let hasWarned = false;

/** Registers an element, unless another copy of this package has registered it. */
export function defineElement(tag: string, elementClass: DefinedClass): void {
  const first: DefinedClass | undefined = customElements.get(tag);
  if (!first) customElements.define(tag, elementClass);
  else if (first !== elementClass && !hasWarned) {
    hasWarned = true;
    const [one, other] = [first, elementClass].map(({ source = 'a bundle' }) => source);
    console.warn(`Two copies of Financing Elements are loaded, ${one} and ${other}; remove one.`);
  }
}
