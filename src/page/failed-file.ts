/** Describes a file of the script that the browser didn't load. Browsers don't tell pages why. */
export function failedFile(name: string): string {
  return `elements-${name}.<hash>.js is missing or fails its integrity check`;
}
