import type { ProxyErrorCode } from '../../src/contract/error-codes.js';

/** What docs/errors.md says of a code, in Markdown. Status, title and the shopper's words come from the code. */
export interface ErrorText {
  /** What happened, in one or two sentences. */
  readonly happened: string;
  /** Whose fault it is, in a sentence. */
  readonly fault: string;
  /** What to do, most likely first. */
  readonly remedies: readonly string[];
}

/** The codes that the proxy answers with. The type names a code that is missing. */
export const proxyErrors: Readonly<Record<ProxyErrorCode, ErrorText>> = {
  'invalid-json': {
    happened: 'The body is not valid JSON in UTF-8, or it ended early.',
    fault: 'The caller. In your own server, often a body parser in front of the proxy.',
    remedies: [
      'Mount the proxy before body parsers: a body can be read only once. See [the proxy in your server](server.md).',
      'Send JSON in UTF-8, as `JSON.stringify` writes it.',
    ],
  },
  'invalid-request': {
    happened:
      'A field is missing, unknown, too long or of the wrong type. The answer lists each one under `errors`, by its path. The same code means that the service found the input of a new location wrong, or that the body of a webhook is no event.',
    fault: 'The caller.',
    remedies: [
      'Read `errors` in the answer, such as `{"path": "[0].totalAmount", "message": "…"}`, and correct that field.',
      'Send numbers as numbers: `100`, not `"100"`. The `amount` of a link is above 0 and has at most two decimals.',
      'Send `representativeEmail` in place of `advisorEmail`. See [migrating](migrating.md).',
      'For a text, send a phone number. Names have at most 60 characters, and no links or phone numbers in them.',
    ],
  },
  'idempotency-key-required': {
    happened: 'A request for a text message came without an `Idempotency-Key` header.',
    fault: 'The caller. The elements always send one.',
    remedies: [
      'Send a key of 16 to 128 visible ASCII characters, such as a UUID. Keep it for repeats of the same request.',
    ],
  },
  'body-timeout': {
    happened: 'The body of the request came too slowly. The connection is closed.',
    fault: 'A very slow network, or a client that stopped sending.',
    remedies: [
      'Try again.',
      'If it happens often, let a reverse proxy buffer requests (nginx does by default).',
    ],
  },
  unauthorized: {
    happened:
      'A credential is missing or wrong: the admin token on an onboarding route, the token of a link on `/link-status`, or the signature of a webhook.',
    fault: 'The caller, or a secret that differs between the two sides.',
    remedies: [
      'Onboarding: send `Authorization: Bearer` with your `adminToken`, or check what your `authorize` function returns; only `true` passes.',
      'Webhooks: compare `FINANCING_WEBHOOK_SECRET` with the secret of the service, and check the clock of the server. See [webhooks](webhooks.md).',
      'Link status: tokens end after 24 hours.',
    ],
  },
  'origin-not-allowed': {
    happened: 'A page of another origin called the proxy, and that origin is not on the list.',
    fault: 'The settings of the proxy, if the page is yours. Otherwise the proxy did its work.',
    remedies: [
      'Add the origin of the page to `allowedOrigins` (`FINANCING_ALLOWED_ORIGINS`), exactly as the browser writes it: `https://shop.example`, without a path.',
      'Behind a web server, pass on the name with its port: `proxy_set_header Host $http_host` in nginx. `$host` drops the port, and a page on port 8080 then seems to have another origin.',
      'Do not open the page from a file or in a sandboxed frame: its origin is then `null`, which is always refused.',
      'A text needs a page of yours: programs without an `Origin` may not send one.',
    ],
  },
  'purchase-not-verified': {
    happened:
      'The proxy created no pay-over-time link, because your server has not verified the amount. Shoppers can change what their page sends.',
    fault: 'The settings of the proxy, or the purchase token on the page.',
    remedies: [
      'Sign the purchase on your back end and set it as `purchase` on the button. See [purchase tokens](purchase-token.md).',
      'Or look the amount up in code with the option `resolvePurchase`.',
      'If you sign already: amount, `transaction-id` and location must match the request, `exp` is in Unix seconds and at most 24 hours ahead, and both sides need the same secret. The log of the proxy has the `reason`, and `npx financing-elements verify-purchase TOKEN` explains a token.',
      'To try things out, and only then, set `trustPageAmount`.',
    ],
  },
  'sms-not-allowed': {
    happened: 'The request asks for a text message, and the proxy sends none.',
    fault: 'The settings of the proxy, or `delivery="sms"` on the page.',
    remedies: [
      'Set `sms` (`FINANCING_SMS=on`), after you have read [what it opens](operating.md#texts).',
      'Or use `delivery="open"`, which is the default.',
    ],
  },
  'location-not-allowed': {
    happened: 'The request names a merchant location that is not on your list.',
    fault: 'The page, or the settings of the proxy.',
    remedies: [
      'Correct `data-financing-location` or `location` on the page.',
      'Or add the location to `locations` (`FINANCING_LOCATIONS`).',
    ],
  },
  'department-not-allowed': {
    happened: 'The request names a `departmentId` that is not on your list.',
    fault: 'The page, or the settings of the proxy.',
    remedies: [
      'Correct `departmentId` on the page. The service takes only a value that it issued to you.',
      'Or add the value to `departments` (`FINANCING_DEPARTMENTS`).',
    ],
  },
  'source-platform-not-allowed': {
    happened: 'The request names a `sourcePlatform` that is not on your list.',
    fault: 'The page, the back end that adds a location, or the settings of the proxy.',
    remedies: [
      'Correct `sourcePlatform`, or leave it out.',
      'Or add the value to `sourcePlatforms` (`FINANCING_SOURCE_PLATFORMS`).',
    ],
  },
  'verification-failed': {
    happened: 'Your `verifyHuman` did not return `true`, threw, or took more than 5 seconds.',
    fault: 'The shopper did not pass your check, or the check itself failed.',
    remedies: [
      'Look in the log of the proxy for the error of the hook.',
      'Make sure that the page sends the token that your check reads.',
    ],
  },
  'not-found': {
    happened:
      'The proxy has nothing at this path. Routes for onboarding and webhooks exist only when an option opens them.',
    fault: 'The page or the web server: a wrong endpoint or mount.',
    remedies: [
      'Set `endpoint` on the page to the path of the proxy, which is `/financing` by default.',
      'If your server takes a prefix off, set `mount` to what is left, or to `/`.',
      'Onboarding needs `adminToken` or `authorize`; webhooks need `FINANCING_WEBHOOK_SECRET`.',
    ],
  },
  'location-not-found': {
    happened: 'The service does not know this location, or needs one and got none.',
    fault: 'The page, or an account that is not set up yet.',
    remedies: [
      'Check the spelling of the location on the page and in `locations`.',
      'Name a location in each request if your account has more than one vertical.',
      'Add the location first, and wait until it is active. See [adding many locations](locations.md).',
    ],
  },
  'method-not-allowed': {
    happened: 'The path exists, and takes other methods. `Allow` in the answer names them.',
    fault: 'The caller.',
    remedies: [
      'Use a method of `Allow`.',
      'If the caller is an element, something else answers at the endpoint, such as a static file server.',
    ],
  },
  'in-progress': {
    happened: 'The first request with this idempotency key is still running.',
    fault: 'No fault. The caller repeated a request too soon.',
    remedies: [
      'Wait as long as `Retry-After` says, then send the same request with the same key again.',
    ],
  },
  'duplicate-send': {
    happened:
      'A text about the same purchase went to the same phone within the last minute, under another key.',
    fault: 'No fault. The proxy kept the shopper from getting a second text.',
    remedies: ['Wait a minute before the next text. Keep the key of a request when you repeat it.'],
  },
  'location-exists': {
    happened: 'The service already has a location of this name.',
    fault: 'The caller, unless the location was added before on purpose.',
    remedies: [
      'Read its status with `GET /onboarding/api/v1/location/{location}`.',
      'In a CSV file, this counts as done.',
    ],
  },
  'body-too-large': {
    happened: 'The body is larger than 64 KiB, or than 128 KiB for an estimation.',
    fault: 'The caller.',
    remedies: [
      'Send at most 500 amounts in one request. The elements split longer lists themselves.',
    ],
  },
  'unsupported-media-type': {
    happened: 'The body is not declared as JSON in UTF-8, or it is compressed.',
    fault: 'The caller.',
    remedies: ['Send `Content-Type: application/json`, and no `Content-Encoding`.'],
  },
  'service-refused': {
    happened:
      'The service refused the request, and its message does not say which of several reasons applies.',
    fault: 'The request, or the account with the service.',
    remedies: [
      'Check location, phone number and email of the request.',
      'Ask the service operator, with the time and the `requestId` of the answer.',
    ],
  },
  'invalid-phone-number': {
    happened:
      'A number that is to be texted, or the `phoneNumber` of a pay-over-time link, is not a US number that can get texts. Numbers of US territories, toll-free numbers and extensions are refused, too. A phone number that only pre-fills an application is left out in place of an error.',
    fault: 'The shopper mistyped it, or the page sent another field.',
    remedies: [
      'Ask the shopper for a US mobile number. The form of `delivery="sms"` does.',
      'In tests use 555-0100 to 555-0199 of any area code, such as `415-555-0132`.',
    ],
  },
  'invalid-email': {
    happened:
      'The `representativeEmail` of a pay-over-time link is not an email address. Any other address that cannot be used is left out in place of an error.',
    fault: 'The page.',
    remedies: ['Correct the address, or leave the field out: it is optional.'],
  },
  'application-unavailable': {
    happened: 'The location has no online application, or it is switched off.',
    fault: 'The account with the service.',
    remedies: ['Ask the service operator to enable the online application of this location.'],
  },
  'state-not-supported': {
    happened:
      'The service is not available in the state of this location. `service.states` in the answer lists the states that it named.',
    fault: 'No fault. It is a limit of the service.',
    remedies: [
      'Leave this location out. The service is not available in US territories, nor to Home Services in West Virginia.',
    ],
  },
  'vertical-not-supported': {
    happened: 'The service does not know this kind of business.',
    fault: 'The caller.',
    remedies: ['Use one of the verticals that `npx financing-elements locations --help` prints.'],
  },
  'idempotency-key-reused': {
    happened: 'The same idempotency key came with another body.',
    fault: 'The caller.',
    remedies: ['Make a new key for each new request. Repeat a request with exactly the same body.'],
  },
  'redirect-not-allowed': {
    happened: 'The `redirectUrl` leads to an origin that is not allowed.',
    fault: 'The page, or the settings of the proxy.',
    remedies: [
      'Use a URL on the origin of the page.',
      'Or add its origin to `redirectOrigins` (`FINANCING_REDIRECT_ORIGINS`). Once one of the two lists is set, only listed origins count, your own included. A link that is texted needs a listed origin.',
      'Behind a reverse proxy that rewrites `Host`, name your own origin.',
    ],
  },
  'rate-limited': {
    happened: 'More requests came from this address in a minute than `rateLimit` allows.',
    fault:
      'A program that asks too often; or, behind a load balancer, the settings: all shoppers then seem to have one address.',
    remedies: [
      'Set `trustedHops` (`FINANCING_TRUSTED_HOPS`) to the number of reverse proxies in front. `check` says what it is now.',
      'Raise `rateLimit` where many shoppers share one address, such as in a store or an office.',
      'Wait as long as `Retry-After` says. Estimates do so by themselves.',
    ],
  },
  'sms-limit': {
    happened:
      'Too many texts: to this phone in ten minutes; or, within an hour, to similar numbers, from this address, or in all.',
    fault: 'A shopper who tries too often, an attack, or a limit below your traffic.',
    remedies: [
      'Wait as long as `Retry-After` says.',
      'Raise `textsPerPhone`, `textsPerPrefix`, `textsPerAddress` or `textsInAll` if your real traffic needs it.',
    ],
  },
  'bad-credentials': {
    happened: 'The service does not accept the credentials of the proxy.',
    fault: 'The settings of the proxy. It is never the fault of a shopper.',
    remedies: [
      'Run `npx financing-elements check` on the server. It says which credential is wrong.',
      'Use the `svc-key` that was issued for this base URL.',
      'A pay-over-time link answers this, too, when the key is not associated with the retailer of the location.',
    ],
  },
  'service-error': {
    happened: 'The service failed, or answered with a status that its contract does not list.',
    fault: 'The service; for a webhook, your own handler.',
    remedies: [
      'Look for `service-failure` in the log: `serviceStatus` is the status of the service. `webhook-failure` and `unexpected-error` name errors of your hooks.',
      'If it goes on, tell the service operator the time and the `requestId`.',
    ],
  },
  'service-unreachable': {
    happened: 'No connection to the service could be made. Nothing was sent.',
    fault: 'The network, the DNS, a certificate, or the base URL.',
    remedies: [
      'Run `npx financing-elements check` on the server. It says what is wrong in words.',
      'Look at `reason` in the log, such as `ENOTFOUND` or `ECONNREFUSED`.',
    ],
  },
  'invalid-service-response': {
    happened:
      'The service answered with something that is not per its contract: a web page, broken JSON, more than 64 KiB (for estimates, 1 KiB more for each, and what their ids need), a URL or location of more than 8,192 characters, another name of more than 256, or a link to a host that is not allowed.',
    fault: 'The service, the base URL, or `linkHosts`.',
    remedies: [
      'Check the base URL: a website or a login may answer there.',
      'If the log names the option `linkHosts`, add the host that the service uses for its links.',
    ],
  },
  'service-busy': {
    happened:
      'The service answered 429 or 503; or it failed eight times in a row, and the proxy leaves it alone for five seconds.',
    fault: 'The service.',
    remedies: [
      'Wait as long as `Retry-After` says. Estimates do so by themselves.',
      'For a webhook: another delivery of the same event is still being handled, or your handler takes more than 10 seconds.',
    ],
  },
  overloaded: {
    happened: 'Too many calls of the service are under way: 64 in all, 48 of one kind.',
    fault: 'More traffic than one replica takes, usually because the service answers slowly.',
    remedies: [
      'Wait as long as `Retry-After` says.',
      'Add a replica, and read [how many you need](scaling.md).',
    ],
  },
  'store-unavailable': {
    happened:
      'Redis cannot be reached, so nothing that must happen only once was sent. Estimates go on.',
    fault: 'Redis, or the network between it and the proxy.',
    remedies: [
      'Run `npx financing-elements check` with the settings of the server: it tries Redis and says what is wrong.',
      'Do nothing else: the proxy recovers within two seconds of the return of Redis.',
    ],
  },
  'service-timeout': {
    happened: 'The service did not answer in time. Nothing was changed by this request.',
    fault: 'The service.',
    remedies: ['Try again.', 'Raise `timeout` only if the service is slow every day.'],
  },
  'outcome-unknown': {
    happened:
      'The request reached the service, and its answer never came. The link or the location may exist, and a text may have been sent. The proxy does not ask again by itself.',
    fault: 'The service or the network between it and the proxy.',
    remedies: [
      'Let the shopper look at their phone before another try.',
      'For a location, read its status first.',
      'A repeat with the same key gets this answer again, and sends nothing.',
    ],
  },
};
