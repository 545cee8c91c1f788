import type { Socket } from 'node:net';

/** All that comes on a connection until it is closed. Rejects where there was none. */
export function allReceived(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  return new Promise((resolve, reject) => {
    // A server that closes on what it has not read resets the connection, which takes nothing from what came before.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.once('close', () => resolve(received));
  });
}
