const encoder = new TextEncoder();

/**
 * Signs a body: `t=<Unix seconds>,v1=<hex>`, where v1 is HMAC-SHA256 (RFC 2104) over `t`, a dot and the body. Rejects for
 * an empty secret.
 */
export async function signWebhook(
  body: string,
  secret: string,
  timestamp: number,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${timestamp}.${body}`));
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  return `t=${timestamp},v1=${hex}`;
}
