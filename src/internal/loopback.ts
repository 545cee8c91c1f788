/** True for the names and addresses of this machine itself (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3). */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}
