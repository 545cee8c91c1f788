/** Written by the build (vite.config.ts) from src/script-tag.ts; see "imports" in package.json. */
declare module '#elements-script' {
  /** The text of dist/elements.js. */
  export const script: string;
  /** The same, compressed with brotli at quality 11, as base64. */
  export const brotli: string;
  /** The first 16 hex digits of the text's SHA-256. */
  export const hash: string;
}
