import type { Socket } from 'node:net';
import { securityHeaders } from '../internal/security-headers.js';

const headers = Object.entries({ connection: 'close', 'content-length': '0', ...securityHeaders })
  .map(([header, value]) => `${header}: ${value}\r\n`)
  .join('');

/**
 * Answers what is not HTTP or comes too slowly, and closes the connection. For a server's `clientError`.
 * Never with Node's own 408: browsers send the request again on it.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // A connection that was only opened, as browsers do ahead of time, must find no answer waiting in it.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const line = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\n${headers}\r\n`);
}
