/** Written by the build (vite.config.ts); see "imports" in package.json. */
declare module '#elements-script' {
  /** The files of dist that pages load, each as its text, the same compressed, and its hash. */
  export const files: Readonly<
    Record<
      | 'elements.js'
      | 'elements-dialogs.js'
      | 'elements-links.js'
      | 'elements-messages.js'
      | 'elements-prices.js'
      | 'elements-qr.js'
      | 'elements.css',
      { readonly text: string; readonly brotli: string; readonly hash: string }
    >
  >;

  /** The OpenAPI document as JSON, with `"url":"/financing"` for the mount. */
  export const openApiDocument: string;
}
