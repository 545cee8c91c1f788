/** True for text without a visible character: empty, white space, or characters that take no space. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
