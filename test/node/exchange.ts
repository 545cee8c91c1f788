import { connect } from 'node:net';

/** Sends bytes, more when something came back, and returns all that comes until the server closes the connection. */
export async function exchange(url: string, text: string, more?: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (data: string) => (received += data)).write(text);
  if (more !== undefined) socket.once('data', () => socket.write(more));
  // A server that closes on what it has not read resets the connection, which takes nothing from what came before.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}
