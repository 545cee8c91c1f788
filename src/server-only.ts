/**
 * Replaces `./proxy`, `./service`, `./node`, and `./workers` in bundles for browsers (the `browser` condition in
 * package.json). It exports nothing, so a named import fails the build. Any other import fails here at run time.
 */
throw new Error(
  'financing-elements: ./proxy, ./service, ./node and ./workers hold credentials and belong on a server. ' +
    'In the browser, import "financing-elements" or "financing-elements/client".',
);

export {};
