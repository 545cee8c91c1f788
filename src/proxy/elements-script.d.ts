/** Written by the build (vite.config.ts); see "imports" in package.json. */
declare module '#elements-script' {
  interface ElementsFileContent {
    readonly text: string;
    /** The text compressed with brotli at quality 11, as base64. */
    readonly brotli: string;
    /** 16 hex digits that change with the text. */
    readonly hash: string;
  }

  /** The files of dist that pages load, by their plain name; the chunks of versions before by their whole name. */
  export const files: Readonly<
    Record<
      'elements.js' | 'elements-dialogs.js' | 'elements-messages.js' | 'elements.css',
      ElementsFileContent
    > &
      Partial<Record<string, ElementsFileContent>>
  >;

  /** The OpenAPI document as JSON, with `"url":"/financing"` for the mount. */
  export const openApiDocument: string;
}
