/** True if a text has no visible character: it's empty, or has only white space and characters without width. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
