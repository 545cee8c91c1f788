/** How a property of an element behaves: of lit's options, those that our elements use. */
export interface PropertyDeclaration {
  /** The attribute's name; false for none. FinancingElement names it after the property. */
  readonly attribute?: string | false;
  /** What the attribute is read as. @default String */
  readonly type?: typeof Boolean | typeof Number | typeof String;
}

/** The properties of a class, by name. */
export type PropertyDeclarations = Readonly<Record<string, PropertyDeclaration>>;

/** The value of a property whose attribute has this value, or null without the attribute. */
export function fromAttribute(value: string | null, { type }: PropertyDeclaration): unknown {
  if (type === Boolean) return value !== null;
  return type === Number && value !== null ? Number(value) : value;
}
