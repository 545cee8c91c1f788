import type { FinancingErrorCode } from '../contract/error-codes.js';

/**
 * The advice for each code. The elements print these sentences in the console, and the errors of the client contain them.
 * Part of a file that is loaded on demand.
 */
export const remedies = {
  'origin-not-allowed':
    'Add this origin to FINANCING_ALLOWED_ORIGINS (option allowedOrigins) of the proxy.',
  'invalid-amount': 'Write it as 1299, 1299.00 or $1,299.00.',
  'invalid-endpoint':
    'Write a path on this origin such as "/financing", or a complete https:// URL without user info.',
  'invalid-response':
    'If its status is 502, start the proxy. Otherwise, look at it in the network panel. Set endpoint to the path where the proxy is mounted, which is "/financing" by default. A development server has to forward that path: in Vite, with server.proxy.',
  'not-found':
    'Set endpoint to the path where the proxy is mounted, which is "/financing" by default.',
  'location-not-allowed':
    'Use one of the FINANCING_LOCATIONS (option locations) of the proxy, or add this one.',
  'location-not-found': 'Check its spelling, or onboard it first.',
  'department-not-allowed':
    'Use one of the FINANCING_DEPARTMENTS (option departments) of the proxy, or add this one if the service issued it to you.',
  'source-platform-not-allowed':
    'Use one of the FINANCING_SOURCE_PLATFORMS (option sourcePlatforms) of the proxy, or add this one if the service issued it to you.',
  'redirect-not-allowed':
    "Add it to FINANCING_REDIRECT_ORIGINS (option redirectOrigins) of the proxy. Without a list, the proxy accepts only this page's origin, and only for links that aren't texted. It takes that origin from the Host that the web server in front passes on, with its port (nginx: proxy_set_header Host $http_host).",
  'bad-credentials': 'Run "financing-elements check" on the server to see which of them is wrong.',
} as const satisfies Partial<Record<FinancingErrorCode, string>>;

/** The advice if the proxy can't be reached. */
export const checkHealth = "Check that it's running: its path /health should return 200.";

/** The advice if the proxy refused a purchase token, or got none. `token` says how to pass one. */
export const purchaseAdvice = {
  withToken:
    'It has to be signed with the purchaseSecret of the proxy (FINANCING_PURCHASE_SECRET), for this amount, transaction-id and location, and must not have expired.',
  withoutToken: (token: string) =>
    `There are three ways: implement the option resolvePurchase of the proxy; sign a purchase token on your back end and ${token}; or set trustPageAmount (FINANCING_TRUST_PAGE_AMOUNT=on), which is only for trying things out, because shoppers can then change the amount.`,
};

/** Returns the advice if the proxy sends no text messages. `alternative` says how to do without them. */
export const smsAdvice = (alternative: string) =>
  `Set FINANCING_SMS=on (option sms) of the proxy, or ${alternative}.`;

/** Names the section of the guide about a code. The package has no website, but every developer has its files. */
export const guideSection = (code: string) =>
  `docs/errors.md#${code} in the package financing-elements`;
