import { pause } from '../internal/pause.js';

/** The times after which a failed write is repeated, in ms. Together two seconds, the time in which Redis usually recovers. */
const delaysMs = [100, 400, 1_500];

/** Repeats a write for as long as a store is briefly away. Never rejects. */
export async function repeatWrite(write: () => Promise<void>): Promise<void> {
  let written = write();
  for (const delay of delaysMs) {
    written = written.catch(() => pause(delay).then(write));
  }
  await written.catch(() => undefined);
}
