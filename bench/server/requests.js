// @ts-check
/** The requests that a page sends, prepared as bytes. */

/** Returns an address for a number, as a load balancer would report it. @param {number} index */
export const addressOf = (index) =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/**
 * Returns an estimation request. The amounts are `first` cents and the amounts that follow it, in dollars.
 * @param {number} first
 * @param {string} address
 */
export function estimation(first, address, length = 9) {
  const items = Array.from({ length }, (_, index) => ({
    id: `product-${index + 1}`,
    totalAmount: (first + index) / 100,
  }));
  const path = '/purchase/api/v1/payment-estimation?timeZone=America%2FNew_York&location=austin';
  return toBytes(path, JSON.stringify(items), address);
}

/**
 * Returns a request for a pay-over-time link without a text message, with its own key.
 * @param {number} index
 * @param {string} address
 */
export function link(index, address) {
  const body = {
    amount: 1299,
    location: 'austin',
    transactionId: `order-${index}`,
    sendSMS: false,
  };
  const key = `idempotency-key: order-${String(index).padStart(16, '0')}\r\n`;
  return toBytes('/epay/api/v1/epay/send-link', JSON.stringify(body), address, key);
}

/** @param {string} path @param {string} body @param {string} address */
function toBytes(path, body, address, more = '') {
  return Buffer.from(
    `POST /financing${path} HTTP/1.1\r\n` +
      'host: shop.example\r\n' +
      'accept: application/json\r\n' +
      'accept-encoding: gzip, deflate, br\r\n' +
      'accept-language: en-US,en;q=0.9\r\n' +
      'content-type: application/json\r\n' +
      'origin: https://shop.example\r\n' +
      'referer: https://shop.example/sofas\r\n' +
      'sec-fetch-dest: empty\r\n' +
      'sec-fetch-mode: cors\r\n' +
      'sec-fetch-site: same-origin\r\n' +
      'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n' +
      `x-forwarded-for: ${address}\r\n` +
      more +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
