/** Tests that 1,000 estimates don't hold up the page. A trial, because it measures time. */
import { expect } from '@open-wc/testing';
import { amounts, cards, createDocument } from '../elements/page.js';
import { notRun } from '../runner/not-run.js';
import { until } from '../support/until.js';

const script = '<script type="module" src="/dist/elements.js"></script>';

/** Shows 1,000 estimates. Resolves with the duration of the longest task, in ms, or 0 if none took over 50 ms. */
async function visit() {
  const { view, document } = await createDocument();
  const tasks = [0];
  const note = (entries: PerformanceEntryList) =>
    void tasks.push(...entries.map(({ duration }) => duration));
  const observer = new view.PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  document.write(cards(amounts(1000)), script);
  document.close();
  const all = () => [...document.querySelectorAll('financing-estimate')];
  await until(() => all().length === 1000 && all().every(({ status }) => status === 'ready'));
  for (let frames = 0; frames < 2; frames++) await new Promise(view.requestAnimationFrame);
  note(observer.takeRecords());
  observer.disconnect();
  return Math.max(...tasks);
}

// Only Chromium reports long tasks (Long Tasks API).
if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
  describe('dist/elements.js with 1,000 estimates on a page', () => {
    it('has no task of more than 200 ms', async () => {
      const longest: number[] = [];
      for (let times = 0; times < 3; times++) longest.push(await visit());
      expect(Math.min(...longest)).to.be.at.most(200);
    }).timeout(60_000);
  });
} else notRun('the tasks of 1,000 estimates', "this browser doesn't report how long they take");
