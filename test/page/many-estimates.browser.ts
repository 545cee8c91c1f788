import { expect } from '@open-wc/testing';
import { until } from '../client/fake-proxy.js';
import { amounts, cards, createDocument } from './document.js';

const script = '<script type="module" src="/dist/elements.js"></script>';

/** Shows 1,000 estimates; the calls, and the longest task in ms, where the browser tells of tasks over 50 ms. */
async function visit() {
  const { view, document, proxy } = await createDocument();
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
  return { calls: proxy.amounts, longest: Math.max(...tasks) };
}

/** How many ms this machine takes, now, for 1,000 elements of a similar size that nothing has to be asked for. */
function plainTask(): number {
  const place = document.body.appendChild(document.createElement('div'));
  const begin = performance.now();
  for (let count = 0; count < 1000; count++) {
    const root = place.appendChild(document.createElement('p')).attachShadow({ mode: 'open' });
    root.innerHTML =
      '<style>b { color: red }</style><span><b>$100.00/mo</b> <i>10 months</i> <u>0% APR</u></span><button></button>';
  }
  place.getBoundingClientRect();
  const took = performance.now() - begin;
  place.remove();
  return took;
}

describe('dist/elements.js with 1,000 estimates on a page', () => {
  it('E13 makes two calls', async () => {
    const { calls } = await visit();
    expect(calls.map((items) => items.length)).to.deep.equal([500, 500]);
  }).timeout(30_000);

  // Chromium alone tells (Long Tasks API).
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    it('E13 has no task of more than 200 ms, or three times a plain page’s where the machine is busy', async () => {
      const visits: Record<'plain' | 'ours', number>[] = [];
      for (let times = 0; times < 3; times++) {
        visits.push({ plain: plainTask(), ours: (await visit()).longest });
      }
      const best = (which: 'plain' | 'ours') => Math.min(...visits.map((each) => each[which]));
      expect(best('ours')).to.be.at.most(Math.max(200, 3 * best('plain')));
    }).timeout(60_000);
  }
});
