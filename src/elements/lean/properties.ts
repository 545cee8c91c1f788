/** How a property of an element behaves: of lit's options, those that our elements use. */
export interface PropertyDeclaration {
  /** The attribute's name; false for none. @default the property's name in lower case */
  readonly attribute?: string | false;
  /** What the attribute is read as. @default String */
  readonly type?: typeof Boolean | typeof Number | typeof String;
  /** Reads the attribute in place of `type`. */
  readonly converter?: (value: string | null) => unknown;
  /** Sets the attribute, or removes it, when the property changes. Of type Boolean only. */
  readonly reflect?: boolean;
}

/** The properties of a class, by name. */
export type PropertyDeclarations = Readonly<Record<string, PropertyDeclaration>>;

/** The properties that changed since the last update, with the values that they had. */
export type PropertyValues = Map<string, unknown>;

/** The value of a property whose attribute has this value, or null without the attribute. */
export function fromAttribute(
  value: string | null,
  { type, converter }: PropertyDeclaration,
): unknown {
  if (converter) return converter(value);
  if (type === Boolean) return value !== null;
  return type === Number && value !== null ? Number(value) : value;
}
