/**
 * The module that a bundler for browsers gets instead of `./proxy`, `./service`, `./node` and `./workers` (the
 * `browser` condition in package.json). It exports nothing, so a named import fails the build; whatever gets
 * past that fails here, at run time.
 */
throw new Error(
  'financing-elements: ./proxy, ./service, ./node and ./workers hold credentials and belong on a server. ' +
    'In the browser, import "financing-elements" or "financing-elements/client".',
);

export {};
