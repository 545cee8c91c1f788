/** Written by the build (vite.config.ts); see "imports" in package.json. */
declare module '#elements-script' {
  /** The files of dist that pages load, each as its text, the same compressed, and its hash. */
  export const files: Readonly<
    Record<
      // An import statement would make this file a module, which can't declare a new one.
      // oxlint-disable-next-line typescript/consistent-type-imports
      import('./proxy/files.js').ElementsFile,
      { readonly text: string; readonly brotli: string; readonly hash: string }
    >
  >;

  /** The OpenAPI document as JSON, with `"url":"/financing"` for the mount. */
  export const openApiDocument: string;
}
