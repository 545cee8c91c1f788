/**
 * Decides who speaks of a change: where a shopper changes one thing, one element says so, once, though others show
 * the same; where a whole list changes, nobody does.
 */
const pause = 150;

const speakers = new Map<string, () => void>();

/** Runs `speak` in a moment, unless another sentence is announced until then, or the same by another element. */
export function announce(sentence: string, speak: () => void): void {
  // The pause lets the answers for a page come in, and a screen reader get to know a new live region.
  if (!speakers.size) setTimeout(speakAlone, pause);
  if (!speakers.has(sentence)) speakers.set(sentence, speak);
}

function speakAlone(): void {
  if (speakers.size === 1) for (const speak of speakers.values()) speak();
  speakers.clear();
}
