/** Returns a complete US number as people write it: (415) 555-2671. Returns any other text unchanged. */
export function formatPhone(text: string): string {
  const number = /^(?:\+?1)?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(text.replace(/[\s().-]/g, ''));
  return number ? `(${number[1]}) ${number[2]}-${number[3]}` : text;
}
