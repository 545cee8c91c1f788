import type { Cause, Tools } from '../explain.js';
import { originOf, quoted, selectorOf, valueOf } from './values.js';

const amountFormats = 'Write it as 1299, 1299.00 or $1,299.00';

/** No option of the proxy allows the origin `null`. */
const originIsNull =
  'This page was opened from a file or is in a sandboxed frame, and the proxy refuses such pages. Open it at an http:// or https:// address.';

type Sentence = (element: Element, tools: Tools) => string | undefined;

/** The sentences by the code of a `financing-error`, and for an unknown term. */
export const codeSentences: Record<Exclude<Cause, 'markup'>, Sentence> = {
  'unknown-term': () =>
    'The estimate implies no whole number of months, so it stands without its term. If you know the number of monthly payments, set it as term-months="12".',
  network(element, { settingsOf }) {
    const origin = originOf(settingsOf(element).endpoint);
    // A shopper without a connection is not a mistake of the page.
    if (!origin || origin === globalThis.origin || !navigator.onLine) return undefined;
    if (globalThis.origin === 'null') return `The request to ${origin} failed. ${originIsNull}`;
    return `The request to ${origin} failed. If the proxy runs there, it may not allow this page: add ${globalThis.origin} to FINANCING_ALLOWED_ORIGINS (option allowedOrigins) of the proxy, and ${origin} to connect-src of the page's Content-Security-Policy, if it has one.`;
  },
  'origin-not-allowed': () =>
    globalThis.origin === 'null'
      ? originIsNull
      : `The proxy refused requests from ${globalThis.origin} (origin-not-allowed). Add this origin to FINANCING_ALLOWED_ORIGINS (option allowedOrigins) of the proxy, exactly as it is written here.`,
  'invalid-amount': (element, { findPrice, priceText }) => {
    const selector = selectorOf(element);
    if (!selector) {
      const amount = valueOf(element, 'amount');
      if (amount === undefined || amount === '')
        return `There is no amount. Set amount="1299", a price in US dollars.`;
      if (Number(amount) === 0)
        return `amount=${quoted(amount)} is not a price. While there is nothing to pay, as with an empty cart, leave amount out.`;
      return `amount=${quoted(amount)} is not a clear amount in US dollars. ${amountFormats}.`;
    }
    const price = findPrice(element, String(selector));
    const text =
      price && priceText(price) === 'ambiguous' ? price.textContent : price && priceText(price);
    return `amount-from=${quoted(selector)} finds the text ${quoted(text ?? '')}, which is not one clear amount in US dollars. ${amountFormats} in one element, without other text or markup between the digits.`;
  },
  'invalid-selector': (element) =>
    `amount-from=${quoted(valueOf(element, 'amountFrom', 'amount-from'))} is not a valid CSS selector (invalid-selector). Write one such as "#price" or ".card .price".`,
  'invalid-endpoint': (element, { resolveEndpoint, settingsOf }) => {
    const { endpoint } = settingsOf(element);
    if (resolveEndpoint(endpoint))
      return `No link is created at ${originOf(endpoint)}, which is another origin and named by data-financing-endpoint only (invalid-endpoint): the request may carry customer details. If it is your proxy, set endpoint=${quoted(endpoint)} here, or call configure({ endpoint: ${quoted(endpoint)} }).`;
    // What stands before an @ may be a password.
    const found = endpoint.includes('@') ? 'with user info' : quoted(endpoint);
    return `The endpoint ${found} cannot be used (invalid-endpoint). Write a path on this origin such as "/financing", or a complete https:// URL without user info.`;
  },
  'invalid-details': () =>
    'customerDetails cannot be sent (invalid-details): it contains itself, or a bigint. Set it to a plain object of texts.',
  'invalid-request': () =>
    'The proxy refused a field of the request (invalid-request). Its answer names the field under "errors": open it in the network panel, and correct the attribute or property of that name.',
  'invalid-response': (element, { settingsOf }) =>
    `The answer at the endpoint ${quoted(settingsOf(element).endpoint)} is not one of the proxy (invalid-response); the network panel shows it. Set endpoint to the path that the proxy is mounted at, which is "/financing" by default. A development server has to pass on what is below that path: in Vite, by server.proxy.`,
  'missing-location': () =>
    'There is no location (missing-location). Set location="…" here, data-financing-location="…" on an ancestor such as <html>, or call configure({ location }).',
  'missing-transaction-id': () =>
    'There is no transaction-id (missing-transaction-id). Set it to your own identifier of this purchase; webhooks carry it.',
  'purchase-not-verified': (element) =>
    valueOf(element, 'purchase', 'purchase')
      ? 'The proxy created no link, because the purchase token does not verify (purchase-not-verified). It has to be signed with the purchaseSecret of the proxy (FINANCING_PURCHASE_SECRET), for this amount, transaction-id and location, and must not have expired.'
      : 'The proxy created no link, because your server has not verified the amount (purchase-not-verified). There are three ways: implement the option resolvePurchase of the proxy; sign a purchase token on your back end and set it as purchase="…"; or set trustPageAmount (FINANCING_TRUST_PAGE_AMOUNT=on), which is for trying things out only, since shoppers can then change the amount.',
  'sms-not-allowed': () =>
    'The proxy sends no text messages (sms-not-allowed). Set FINANCING_SMS=on (option sms) of the proxy, or delivery="open" here.',
  'location-not-allowed': (element, { settingsOf }) =>
    `The proxy does not serve ${locationOf(settingsOf(element))} (location-not-allowed). Use one of its FINANCING_LOCATIONS (option locations), or add this one.`,
  'location-not-found': (element, { settingsOf }) =>
    `The financing service does not know ${locationOf(settingsOf(element))} (location-not-found). Check its spelling, or onboard it first.`,
  'not-found': wrongMount,
  'method-not-allowed': wrongMount,
  'redirect-not-allowed': (element) => {
    const origin = originOf(String(valueOf(element, 'redirectUrl', 'redirect-url') ?? ''));
    return `The proxy refused the redirect-url on ${origin ?? 'an invalid URL'} (redirect-not-allowed). Add it to FINANCING_REDIRECT_ORIGINS (option redirectOrigins) of the proxy, which accepts this page's origin while it lists none.`;
  },
  'bad-credentials': () =>
    'The financing service refused the credentials of the proxy (bad-credentials). Run "financing-elements check" on the server, which says which of them is wrong.',
};

function wrongMount(element: Element, { settingsOf }: Tools): string {
  return `There is no proxy at the endpoint ${quoted(settingsOf(element).endpoint)}. Set endpoint to the path that the proxy is mounted at, which is "/financing" by default.`;
}

function locationOf({ location: id }: { location?: string | undefined }): string {
  return id ? `the location ${quoted(id)}` : 'requests without a location';
}
