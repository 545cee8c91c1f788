import type { Socket } from 'node:net';
import { securityHeaders } from '../internal/http.js';

const headers = Object.entries({ connection: 'close', 'content-length': '0', ...securityHeaders })
  .map(([header, value]) => `${header}: ${value}\r\n`)
  .join('');

/**
 * Answers bytes that are not HTTP or come too slowly, and closes the connection. For a server's `clientError` event.
 * Node's own answer would be 408, on which browsers repeat the request.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // Browsers open connections ahead of time. The first request on one must not find an answer waiting.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const line = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\n${headers}\r\n`);
}
