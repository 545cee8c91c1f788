import type { ProxyErrorCode } from '../../../src/contract/error-codes.js';

/** The text of docs/errors.md about a code, in Markdown. The status, the title, and the shopper's text come from the code. */
export interface ErrorText {
  /** The event that led to the code, in one or two sentences. */
  readonly happened: string;
  /** Whose fault it is, in a sentence. */
  readonly fault: string;
  /** The remedies, most likely first. */
  readonly remedies: readonly string[];
}

/** The codes that the proxy responds with. A missing code is a type error. */
export const proxyErrorTexts: Readonly<Record<ProxyErrorCode, ErrorText>> = {
  'invalid-json': {
    happened: "The body isn't valid JSON in UTF-8, or it ended early.",
    fault: 'The caller. In your own server, often a body parser in front of the proxy.',
    remedies: [
      'Mount the proxy before body parsers, because a body can be read only once. See [the proxy in your server](server.md).',
      'Send JSON in UTF-8, as `JSON.stringify` writes it.',
    ],
  },
  'invalid-request': {
    happened:
      "A field is missing, unknown, too long, or has the wrong type. The response lists each one under `errors`, by its path. The service may also have found the input of a new location wrong, or the body of a webhook isn't an event.",
    fault: 'The caller.',
    remedies: [
      'Read `errors` in the response, such as `{"path": "[0].totalAmount", "message": "…"}`, and correct that field.',
      'Send numbers as numbers: `100`, not `"100"`. The `amount` of a link is above 0 and has at most two decimals.',
      'Send `representativeEmail` instead of `advisorEmail`. See [migrating](migrating.md).',
      'For a text, send a phone number. Names can have at most 60 characters, and must not contain links or phone numbers.',
    ],
  },
  'idempotency-key-required': {
    happened: 'A request for a text message has no `Idempotency-Key` header.',
    fault: 'The caller. The elements always send one.',
    remedies: [
      'Send a key of 16 to 128 visible ASCII characters, such as a UUID. Keep it for repeats of the same request.',
    ],
  },
  'body-timeout': {
    happened: 'The body of the request arrived too slowly. The connection is closed.',
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
      'Onboarding: send `Authorization: Bearer` with your `adminToken`, or check what your `authorize` function returns. Only `true` passes.',
      "Webhooks: compare `FINANCING_WEBHOOK_SECRET` with the service's secret, and check the server's clock. See [webhooks](webhooks.md).",
      'Link status: tokens expire after 24 hours.',
    ],
  },
  'origin-not-allowed': {
    happened: "A page on another origin called the proxy, and that origin isn't on the list.",
    fault: 'The settings of the proxy, if the page is yours. Otherwise, the proxy did its job.',
    remedies: [
      'Add the origin of the page to `allowedOrigins` (`FINANCING_ALLOWED_ORIGINS`), exactly as the browser writes it: `https://shop.example`, without a path.',
      'Behind a web server, pass on the host name with its port: `proxy_set_header Host $http_host` in nginx. `$host` drops the port, so a page on port 8080 seems to have another origin.',
      "Don't open the page from a file or in a sandboxed frame. Its origin would be `null`, which is always refused.",
      'A text must be requested by one of your pages. Programs without an `Origin` may not request one.',
    ],
  },
  'purchase-not-verified': {
    happened:
      "The proxy created no pay-over-time link, because your server hasn't verified the amount. Shoppers can change what their page sends.",
    fault: 'The settings of the proxy, or the purchase token on the page.',
    remedies: [
      'Sign the purchase on your back end and set it as `purchase` on the button. See [purchase tokens](purchase-token.md).',
      'Or look up the amount in code with the option `resolvePurchase`.',
      "If you already sign purchases: amount, `transaction-id`, and location must match the request, `exp` must be in Unix seconds and at most 24 hours ahead, and both sides need the same secret. The proxy's log has the `reason`, and `npx financing-elements verify-purchase TOKEN` explains a token.",
      'To try things out, and only then, set `trustPageAmount`.',
    ],
  },
  'sms-not-allowed': {
    happened: "The request asks for a text message, and the proxy isn't allowed to send any.",
    fault: 'The settings of the proxy, or `delivery="sms"` on the page.',
    remedies: [
      'Read [what a text needs](operating.md#texts), then set `sms` (`FINANCING_SMS=on`).',
      'Or use `delivery="open"`, the default.',
    ],
  },
  'location-not-allowed': {
    happened: "The request names a merchant location that isn't on your list.",
    fault: 'The page, or the settings of the proxy.',
    remedies: [
      'Correct `data-financing-location` or `location` on the page.',
      'Or add the location to `locations` (`FINANCING_LOCATIONS`).',
    ],
  },
  'department-not-allowed': {
    happened: "The request names a `departmentId` that isn't on your list.",
    fault: 'The page, or the settings of the proxy.',
    remedies: [
      'Correct `departmentId` on the page. The service accepts only values that it issued to you.',
      'Or add the value to `departments` (`FINANCING_DEPARTMENTS`).',
    ],
  },
  'source-platform-not-allowed': {
    happened: "The request names a `sourcePlatform` that isn't on your list.",
    fault: 'The page, the back end that adds a location, or the settings of the proxy.',
    remedies: [
      'Correct `sourcePlatform`, or leave it out.',
      'Or add the value to `sourcePlatforms` (`FINANCING_SOURCE_PLATFORMS`).',
    ],
  },
  'verification-failed': {
    happened: "Your `verifyHuman` didn't return `true`, threw, or took more than 5 seconds.",
    fault: "The shopper didn't pass your check, or the check itself failed.",
    remedies: [
      "Look for the hook's error in the proxy's log.",
      'Make sure that the page sends the token that your check reads.',
    ],
  },
  'not-found': {
    happened:
      'The proxy has nothing at this path. Routes for onboarding and webhooks exist only if an option opens them.',
    fault: 'The page or the web server: a wrong endpoint or mount.',
    remedies: [
      'Set `endpoint` on the page to the path of the proxy, which is `/financing` by default.',
      'If your server strips a prefix, set `mount` to the rest of the path, or to `/`.',
      'Onboarding needs `adminToken` or `authorize`; webhooks need `FINANCING_WEBHOOK_SECRET`.',
    ],
  },
  'location-not-found': {
    happened: "The service doesn't know this location, or needs one and got none.",
    fault: "The page, or an account that isn't set up yet.",
    remedies: [
      'Check the spelling of the location on the page and in `locations`.',
      'Name a location in each request if your account has more than one vertical.',
      'Add the location first, and wait until it is active. See [adding many locations](locations.md).',
    ],
  },
  'method-not-allowed': {
    happened:
      "The path exists, but doesn't support this method. `Allow` in the response lists the methods.",
    fault: 'The caller.',
    remedies: [
      'Use a method from `Allow`.',
      "If the caller is an element, the endpoint isn't the proxy but something else, such as a static file server.",
    ],
  },
  'in-progress': {
    happened: 'The first request with this idempotency key is still running.',
    fault: "No one's. The caller repeated a request too soon.",
    remedies: [
      'Wait as long as `Retry-After` says, then send the same request with the same key again.',
    ],
  },
  'duplicate-send': {
    happened:
      'A text about the same purchase was sent to the same phone within the last minute, with another key.',
    fault: "No one's. The proxy prevented a second text to the shopper.",
    remedies: ['Wait a minute before the next text. When you repeat a request, keep its key.'],
  },
  'location-exists': {
    happened: 'The service already has a location with this name.',
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
    happened: "The body isn't declared as JSON in UTF-8, or it's compressed.",
    fault: 'The caller.',
    remedies: ['Send `Content-Type: application/json`, and no `Content-Encoding`.'],
  },
  'service-refused': {
    happened:
      "The service refused the request, and its message doesn't say which of several reasons applies.",
    fault: 'The request, or the account with the service.',
    remedies: [
      'Check the location, phone number, and email in the request.',
      'Ask the service operator, with the time and the `requestId` of the response.',
    ],
  },
  'invalid-phone-number': {
    happened:
      "A number that should get a text, or the `phoneNumber` of a pay-over-time link, isn't a US number that can get texts. Numbers in US territories, toll-free numbers, and extensions are refused, too. A phone number that only pre-fills an application is left out instead.",
    fault: 'The shopper mistyped it, or the page sent another field.',
    remedies: [
      'Ask the shopper for a US mobile number. The form of `delivery="sms"` does.',
      'In tests, use 555-0100 to 555-0199 in any area code, such as `415-555-0132`.',
    ],
  },
  'invalid-email': {
    happened:
      "The `representativeEmail` of a pay-over-time link isn't an email address. Any other address that can't be used is left out instead.",
    fault: 'The page.',
    remedies: ["Correct the address, or leave the field out. It's optional."],
  },
  'application-unavailable': {
    happened: "The location has no online application, or it's disabled.",
    fault: 'The account with the service.',
    remedies: ['Ask the service operator to enable the online application of this location.'],
  },
  'state-not-supported': {
    happened:
      "The service isn't available in this location's state. `service.states` in the response lists the states that it named.",
    fault: "No one's. It's a limit of the service.",
    remedies: [
      "Leave this location out. The service isn't available in US territories, or to Home Services in West Virginia.",
    ],
  },
  'vertical-not-supported': {
    happened: "The service doesn't know this kind of business.",
    fault: 'The caller.',
    remedies: ['Use one of the verticals that `npx financing-elements locations --help` prints.'],
  },
  'idempotency-key-reused': {
    happened: 'The same idempotency key was used with another body.',
    fault: 'The caller.',
    remedies: ['Make a new key for each new request. Repeat a request with exactly the same body.'],
  },
  'redirect-not-allowed': {
    happened: "The `redirectUrl` leads to an origin that isn't allowed.",
    fault: 'The page, or the settings of the proxy.',
    remedies: [
      "Use a URL on the page's origin.",
      'Or add its origin to `redirectOrigins` (`FINANCING_REDIRECT_ORIGINS`). Once `redirectOrigins` or `allowedOrigins` is set, only listed origins count, so list your own, too. A link that is texted needs a listed origin.',
      'Behind a reverse proxy that rewrites `Host`, list your own origin.',
    ],
  },
  'rate-limited': {
    happened: 'This address sent more requests in a minute than `rateLimit` allows.',
    fault:
      'A program that sends too many requests. Or, behind a load balancer, the settings: all shoppers then seem to have one address.',
    remedies: [
      'Set `trustedHops` (`FINANCING_TRUSTED_HOPS`) to the number of reverse proxies in front. `check` says what it is now.',
      'Raise `rateLimit` if many shoppers share one address, such as in a store or an office.',
      'Wait as long as `Retry-After` says. Estimates do this by themselves.',
    ],
  },
  'sms-limit': {
    happened:
      'Too many texts were requested: to this phone in ten minutes, or within an hour to similar numbers, from this address, or in total.',
    fault: 'A shopper who tries too often, an attack, or a limit that is too low for your traffic.',
    remedies: [
      'Wait as long as `Retry-After` says.',
      'Raise `textsPerPhone`, `textsPerPrefix`, `textsPerAddress` or `textsInAll` if your real traffic needs it.',
    ],
  },
  'bad-credentials': {
    happened: "The service doesn't accept the proxy's credentials.",
    fault: "The settings of the proxy. It's never the shopper's fault.",
    remedies: [
      'Run `npx financing-elements check` on the server. It says which credential is wrong.',
      'Use the `svc-key` that was issued for this base URL.',
      "A pay-over-time link also gets this if the key isn't associated with the location's retailer.",
    ],
  },
  'service-error': {
    happened: "The service failed, or answered with a status that its contract doesn't list.",
    fault: 'The service. For a webhook, your own handler.',
    remedies: [
      'Look for `service-failure` in the log: `serviceStatus` is the status of the service. `webhook-failure` and `unexpected-error` name errors of your hooks.',
      'If it continues, report the time and the `requestId` to the service operator.',
    ],
  },
  'service-unreachable': {
    happened: "The proxy couldn't connect to the service. Nothing was sent.",
    fault: 'The network, the DNS, a certificate, or the base URL.',
    remedies: [
      'Run `npx financing-elements check` on the server. It says what is wrong.',
      'Look at `reason` in the log, such as `ENOTFOUND` or `ECONNREFUSED`.',
    ],
  },
  'invalid-service-response': {
    happened:
      "The service's response breaks its contract: a web page, broken JSON, more than 64 KiB (for estimates, plus 1 KiB each and the length of their IDs), a URL or location of more than 8,192 characters, another name of more than 256, or a link to a host that isn't allowed.",
    fault: 'The service, the base URL, or `linkHosts`.',
    remedies: [
      'Check the base URL. It may lead to a website or a login page.',
      'If the log names the option `linkHosts`, add the host that the service uses for its links.',
    ],
  },
  'service-busy': {
    happened:
      'The service answered 429 or 503. Or it failed eight times in a row, and the proxy sends it nothing for five seconds.',
    fault: 'The service.',
    remedies: [
      'Wait as long as `Retry-After` says. Estimates do this by themselves.',
      'For a webhook: another delivery of the same event is still being handled, or your handler takes more than 10 seconds.',
    ],
  },
  overloaded: {
    happened: 'Too many calls to the service are in progress: 64 in total, or 48 of one kind.',
    fault: 'More traffic than one replica can handle, usually because the service is slow.',
    remedies: [
      'Wait as long as `Retry-After` says.',
      'Add a replica, and read [how many you need](scaling.md).',
    ],
  },
  'store-unavailable': {
    happened:
      "Redis can't be reached, so nothing that must happen only once was sent. Estimates still work.",
    fault: 'Redis, or the network between it and the proxy.',
    remedies: [
      'Run `npx financing-elements check` with the settings of the server. It tries Redis and says what is wrong.',
      'Do nothing else. The proxy recovers within two seconds once Redis is back.',
    ],
  },
  'service-timeout': {
    happened: "The service didn't respond in time. This request changed nothing.",
    fault: 'The service.',
    remedies: ['Try again.', 'Raise `timeout` only if the service is slow every day.'],
  },
  'outcome-unknown': {
    happened:
      "The request reached the service, but the response never arrived. The link or the location may exist, and a text may have been sent. The proxy doesn't repeat the request by itself.",
    fault: 'The service or the network between it and the proxy.',
    remedies: [
      'Ask the shopper to look at their phone before they try again.',
      'For a location, read its status first.',
      'A repeat with the same key gets the same response, and sends nothing.',
    ],
  },
};
