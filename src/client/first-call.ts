/**
 * Asks for the estimates of a page that is already there, from its markup, before lit and the elements are set
 * up: on a slow phone that takes as long as the answer does. The elements then ask the same, and join this call.
 *
 * It runs when it is imported, so the script imports it first. It stands back while the document loads (elements
 * that the parser makes ask for themselves, in one batch), and where another copy of the script is at work.
 * It does not know the elements' classes.
 */
import type { EstimateListener, EstimateQuestion } from './estimate-batch.js';
import { pageClient } from './page-client.js';
import { questionOf, setScriptUrl } from './settings.js';

setScriptUrl(import.meta.url);

// The element that joins the call says what went wrong, or has left and wants nothing.
const placeholder: EstimateListener = { onAnswer() {} };
const waiting: EstimateQuestion[] = [];
const client = pageClient();
let tellAnswers: (() => void) | undefined;

if (document.readyState !== 'loading' && !customElements.get('prequal-button')) {
  // What waits for the viewport, or brings its estimate along, asks for itself if it comes to that.
  const elements = document.querySelectorAll(
    'financing-estimate:not([loading=lazy],[estimate]), pay-over-time-button',
  );
  for (const element of elements) {
    const question = questionOf(element);
    const asked = question && client.ask(question, placeholder);
    if (asked) waiting.push(asked);
  }
  client.flush(new Promise<void>((resolve) => (tellAnswers = resolve)));
}

/** Leaves the call to the elements, which have just been defined and join within the turn; without any, it is aborted. */
export function handOver(): void {
  tellAnswers?.();
  setTimeout(() => waiting.forEach((question) => client.leave(question, placeholder)));
}
