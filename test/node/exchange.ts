import { connect } from 'node:net';
import { allReceived } from '../support/all-received.js';

/** Sends bytes, more when something came back, and returns all that comes until the server closes the connection. */
export async function exchange(url: string, text: string, more?: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  if (more !== undefined) socket.once('data', () => socket.write(more));
  socket.write(text);
  return allReceived(socket);
}
