/** Default header of a signature. */
export const webhookSignatureHeader = 'svc-signature';

const encoder = new TextEncoder();

/**
 * Signs the body of an event as the service does: `t=<Unix seconds>,v1=<hex>`, where `v1` is HMAC-SHA256 (RFC 2104)
 * over `t`, a dot and the raw bytes. For tests and simulations, since a proxy only verifies. Rejects for an empty secret.
 */
export async function signWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  secret: string,
  timestamp: number = Math.floor(Date.now() / 1000),
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signed = await new Blob([`${timestamp}.`, body]).arrayBuffer();
  const mac = new Uint8Array(await crypto.subtle.sign(algorithm, key, signed));
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t=${timestamp},v1=${hex}`;
}
