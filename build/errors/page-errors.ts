import type { PageErrorCode } from '../../src/contract/error-codes.js';
import type { ErrorText } from './proxy-errors.js';

/** The codes that the page itself finds. The type names a code that is missing. */
export const pageErrors: Readonly<Record<PageErrorCode, ErrorText>> = {
  network: {
    happened:
      'The browser could not reach the proxy, or did not let the page read its answer: no connection, a name that does not resolve, a blocked request, or a redirect.',
    fault:
      'On the same origin, usually the network. On another origin, usually the settings: browsers report a missing permission as a network failure.',
    remedies: [
      'If the proxy is on another origin, add the origin of the page to `allowedOrigins` (`FINANCING_ALLOWED_ORIGINS`) of the proxy.',
      'If the page has a Content-Security-Policy, allow the origin of the proxy in `connect-src`.',
      'Do not open the page from a file or in a sandboxed frame: its origin is then `null`, which the proxy always refuses.',
      'Make sure that the endpoint is not redirected, for example from `http` to `https`: redirects are not followed.',
      'If the proxy cannot be reached at all, the console shows the code alone, since the sentence would come from the proxy. Start the proxy again.',
      'Otherwise do nothing. The elements ask again when the browser is back online.',
    ],
  },
  timeout: {
    happened:
      'The proxy did not answer in time: 8 seconds for an estimate, 12 seconds for a link. Whether a link was created is not known.',
    fault: 'The proxy, the service, or a slow network between them and the shopper.',
    remedies: [
      'Look for `service-timeout` and `service-busy` in the log of the proxy at that time.',
      'Let the shopper click again. The element sends the same idempotency key, so nothing is texted twice.',
      'Keep `timeout` and `linkTimeout` of the proxy below these 8 and 12 seconds.',
    ],
  },
  'invalid-response': {
    happened:
      'The answer was not one of the proxy: no JSON, a failure without a `code`, an estimate that is missing, or a link that is not on `https`.',
    fault:
      'The server that answers at the endpoint. Often it is a web server, a firewall or a login page.',
    remedies: [
      'Open the request in the network panel of the browser and look at the answer.',
      'Open `/financing/health` in the browser. It answers `{"status":"ok"}` where the proxy is.',
      'Check that the web server passes `POST` and `PUT` on, and answers no error pages of its own.',
      'With a development server, pass on what is below `/financing`: in Vite, by `server.proxy`.',
    ],
  },
  'invalid-amount': {
    happened:
      'The amount is missing, not greater than zero, or can be read in more than one way, such as `$10–$20`, `1.299,00` or `2.500`. The element shows no payment rather than a guess. An estimate rounds to cents, but a link refuses an amount with more than two decimals.',
    fault: 'The page.',
    remedies: [
      'Write the amount as `1299`, `1299.00` or `$1,299.00`.',
      'With `amount-from`, point the selector at one element that holds one price and nothing else.',
    ],
  },
  'invalid-selector': {
    happened: 'The value of `amount-from` is not a valid CSS selector.',
    fault: 'The page.',
    remedies: ['Write a selector such as `#price` or `.card .price`.'],
  },
  'invalid-endpoint': {
    happened:
      'The endpoint cannot be used: it is not a path or an `https` URL, it holds user info, or only `data-financing-endpoint` names it and it is on another origin. No link is created there, because a request for a link may carry customer details.',
    fault: 'The page.',
    remedies: [
      'Write a path such as `/financing`, or a complete `https://` URL.',
      'For a proxy on another origin, set `endpoint` on each button, or call `configure({ endpoint })`.',
    ],
  },
  'invalid-details': {
    happened: '`department-id` of a `<prequal-button>` is not a number.',
    fault: 'The page.',
    remedies: [
      'On `<prequal-button>`, set `department-id` to the number that the service issued to you.',
    ],
  },
  'missing-location': {
    happened: 'A link needs a merchant location, and the page names none.',
    fault: 'The page.',
    remedies: [
      'Set `location` on the element, `data-financing-location` on an ancestor such as `<html>`, or call `configure({ location })`.',
    ],
  },
  'missing-transaction-id': {
    happened: '`<pay-over-time-button>` has no `transaction-id`, which the service requires.',
    fault: 'The page.',
    remedies: [
      'Set it to your own identifier of the purchase. Webhooks carry it. Use one that cannot be guessed, such as a UUID.',
    ],
  },
  'popup-blocked': {
    happened:
      'The browser refused to open a window for the link. The element shows the link in its place, so the shopper can still go on.',
    fault:
      'A setting of the browser, a sandboxed frame around your page, or an app whose web view has no windows.',
    remedies: [
      'If your page is in a sandboxed `<iframe>`, add `allow-popups` and `allow-popups-to-escape-sandbox`.',
      'Use `target="_self"` where a new window is never wanted, such as in a kiosk or an app.',
      'Do not call `click()` from a script without a click of the shopper.',
    ],
  },
  'unknown-error': {
    happened: 'The proxy answered with a code that this version of the elements does not know.',
    fault: 'Neither: the proxy is newer than the elements of the page.',
    remedies: [
      'Read `status` and `detail` of the error, or the log of the proxy at its `requestId`.',
      'Update the package where the page is built, to the version of the proxy.',
    ],
  },
};
