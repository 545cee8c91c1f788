/** Registers an element, unless another copy of this package has registered it before. */
export function defineElement(tag: string, elementClass: CustomElementConstructor): void {
  const first = customElements.get(tag);
  if (!first) customElements.define(tag, elementClass);
  else if (first !== elementClass && !hasWarned) {
    hasWarned = true;
    console.warn('Two copies of Financing Elements are loaded; remove one.');
  }
}

let hasWarned = false;
