import { defaultContext } from '../../../src/client/context.js';
import type { PageErrorCode } from '../../../src/contract/error-codes.js';
import type { ErrorText } from './proxy-errors.js';

const { estimates, links } = defaultContext.timeouts;
const [estimateSeconds, linkSeconds] = [estimates / 1000, links / 1000];

/** The codes that the page itself finds. A missing code is a type error. */
export const pageErrorTexts: Readonly<Record<PageErrorCode, ErrorText>> = {
  network: {
    happened:
      "The browser couldn't reach the proxy, or didn't let the page read its response: no connection, a name that doesn't resolve, a blocked request, or a redirect.",
    fault:
      'On the same origin, usually the network. On another origin, usually the settings: browsers report a missing permission as a network failure.',
    remedies: [
      'If the proxy is on another origin, add the origin of the page to `allowedOrigins` (`FINANCING_ALLOWED_ORIGINS`) of the proxy.',
      'If the page has a Content-Security-Policy, allow the origin of the proxy in `connect-src`.',
      "Don't open the page from a file or in a sandboxed frame. Its origin would be `null`, which the proxy always refuses.",
      "Make sure that the endpoint isn't redirected, for example from `http` to `https`. Redirects aren't followed.",
      'If the console says `no response from the proxy at …`, start the proxy again.',
      'Otherwise, do nothing. Estimates ask again when the browser is back online, or the shopper returns to the tab.',
    ],
  },
  timeout: {
    happened: `The proxy didn't respond in time: ${estimateSeconds} seconds for an estimate, ${linkSeconds} seconds for a link. A link may or may not have been created.`,
    fault: 'The proxy, the service, or a slow network between them and the shopper.',
    remedies: [
      "Look for `service-timeout` and `service-busy` in the proxy's log at that time.",
      'Let the shopper click again. The element sends the same idempotency key, so nothing is texted twice.',
      `Keep the proxy's \`timeout\` and \`linkTimeout\` below these ${estimateSeconds} and ${linkSeconds} seconds.`,
    ],
  },
  'invalid-response': {
    happened:
      "The response wasn't from the proxy: it isn't JSON, it's a failure without a `code`, an estimate is missing, or a link isn't on `https`.",
    fault: "The server at the endpoint. It's often a web server, a firewall, or a login page.",
    remedies: [
      "If your web server responds with 502, the proxy isn't running. Start it. Estimates on open pages ask again when the shopper returns to the tab.",
      "Otherwise, open the request in the browser's network panel and look at the response.",
      'Open `/financing/health` in the browser. It shows `{"status":"ok"}` if the proxy is there.',
      "Check that the web server passes on `POST` and `PUT`, and doesn't send its own error pages.",
      'With a development server, forward `/financing`: in Vite, with `server.proxy`.',
    ],
  },
  'invalid-amount': {
    happened:
      'The amount is missing, not greater than zero, or can be read in more than one way, such as `$10–$20`, `1.299,00` or `2.500`. The element shows no payment instead of guessing. An estimate rounds to cents, but a link refuses an amount with more than two decimals.',
    fault: 'The page.',
    remedies: [
      'Write the amount as `1299`, `1299.00` or `$1,299.00`.',
      'With `amount-from`, point the selector at one element that contains only one price.',
    ],
  },
  'invalid-selector': {
    happened: "The value of `amount-from` isn't a valid CSS selector.",
    fault: 'The page.',
    remedies: ['Write a selector such as `#price` or `.card .price`.'],
  },
  'invalid-endpoint': {
    happened:
      "The endpoint can't be used: it isn't a path or an `https` URL, it contains user info, or it's on another origin and only `data-financing-endpoint` names it. No link is created there, because a request for a link may carry customer details.",
    fault: 'The page.',
    remedies: [
      'Write a path such as `/financing`, or a complete `https://` URL.',
      'For a proxy on another origin, set `endpoint` on each button, or call `configure({ endpoint })`.',
    ],
  },
  'invalid-details': {
    happened: "The `department-id` of a `<prequal-button>` isn't a number.",
    fault: 'The page.',
    remedies: [
      'On `<prequal-button>`, set `department-id` to the number that the service issued to you.',
    ],
  },
  'missing-location': {
    happened: "A link needs a merchant location, and the page doesn't name one.",
    fault: 'The page.',
    remedies: [
      'Set `location` on the element, `data-financing-location` on an ancestor such as `<html>`, or call `configure({ location })`.',
    ],
  },
  'missing-transaction-id': {
    happened: '`<pay-over-time-button>` has no `transaction-id`, which the service requires.',
    fault: 'The page.',
    remedies: [
      "Set it to your own identifier of the purchase. Webhooks include it. Use one that can't be guessed, such as a UUID.",
    ],
  },
  'popup-blocked': {
    happened:
      'The browser refused to open a window for the link. The element shows the link instead, so the shopper can still continue.',
    fault:
      'A setting of the browser, a sandboxed frame around your page, or an app whose web view has no windows.',
    remedies: [
      'If your page is in a sandboxed `<iframe>`, add `allow-popups` and `allow-popups-to-escape-sandbox`.',
      'Use `target="_self"` if you never want a new window, such as in a kiosk or an app.',
      "Don't call `click()` from a script unless the shopper clicked.",
    ],
  },
  'unknown-error': {
    happened: "The proxy answered with a code that this version of the elements doesn't know.",
    fault: 'Neither: the proxy is newer than the elements of the page.',
    remedies: [
      "Read the error's `status` and `detail`, or look up its `requestId` in the proxy's log.",
      "Where the page is built, update the package to the proxy's version.",
    ],
  },
};
