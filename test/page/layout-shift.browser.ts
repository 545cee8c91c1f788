import { expect } from '@open-wc/testing';
import { amount } from '../client/fake-proxy.js';
import { amounts, cards, openDocument, reserve } from '../elements/page.js';
import { boxOf, inLine } from '../elements/shadow-tree.js';
import { notRun } from '../runner/not-run.js';
import { until } from '../support/until.js';

// Only Chromium reports layout shifts (Layout Instability API).
const reportsShifts = PerformanceObserver.supportedEntryTypes.includes('layout-shift');
if (!reportsShifts) notRun('reports of layout shifts', 'this browser makes none');

const fallback = '<financing-estimate amount="100">Ask us</financing-estimate>';
const button = '<prequal-button></prequal-button>';
/** The rule that a shop adds to its own style sheet, so that it hides labels while the proxy is down. */
const [, hidesLabels] = /```css\n([^]*?)```/.exec(await (await fetch('/docs/runbook.md')).text())!;
const buttons = `${button} <pay-over-time-button amount="100"></pay-over-time-button>`;

/** Resolves when the browser has painted the current page. */
async function painted(view: Window): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(view.requestAnimationFrame);
}

describe('a page whose script is late', () => {
  async function load(body: string, { isHeld = false } = {}) {
    const page = await openDocument(
      [reserve, '<body style="font: 16px Arial">', body, '<h2>Below</h2>'],
      { isHeld },
    );
    const shifts: unknown[] = [];
    const observer = new page.view.PerformanceObserver((list) => shifts.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await painted(page.view);
    const { top } = page.document.querySelector('h2')!.getBoundingClientRect();
    const topOfEstimate = () =>
      page.document.querySelector('financing-estimate')!.getBoundingClientRect().top;
    const before = topOfEstimate();

    const script = page.document.createElement('script');
    script.type = 'module';
    script.src = '/src/script-tag.ts';
    page.document.head.append(script);
    await until(() => page.estimates.every(({ status }) => status && status !== 'loading'));
    await painted(page.view);
    shifts.push(...observer.takeRecords());
    return {
      page,
      shifts,
      moved: page.document.querySelector('h2')!.getBoundingClientRect().top - top,
      movedEstimate: topOfEstimate() - before,
    };
  }

  for (const [what, body] of [
    ['one estimate', cards([amount.withDownPayment])],
    ['a hundred estimates', cards(amounts(100))],
    ['a fallback', fallback],
    [
      'a fallback in a page with the reset of Tailwind',
      `<style>@layer base { *, ::before { margin: 0; padding: 0 } }</style>${fallback}`,
    ],
    ['a fallback in a narrow place', `<div style="width: 200px">${fallback}</div>`],
    [
      'a fallback next to a price, aligned by the baseline',
      `<div style="display: flex; align-items: baseline"><b style="font-size: 24px">$100</b>${fallback}</div>`,
    ],
    ['two buttons in a row', `${fallback}<p style="line-height: 1.6">${buttons}</p>`],
    [
      'two buttons in a page with the reset of Tailwind',
      `<style>@layer base { *, ::before { margin: 0; padding: 0 } }</style>${fallback}<div>${buttons}</div>`,
    ],
    [
      'two buttons with the gap of their row',
      `<style>prequal-button { margin: 0 }</style>${fallback}<div style="display: flex; gap: 1em">${buttons}</div>`,
    ],
    [
      'two buttons in Spanish, in a narrow place',
      `${fallback}<div lang="es" style="width: 200px; font-size: 20px">${buttons}</div>`,
    ],
    [
      'a button in a page that hides its label while the proxy is down',
      `<style>${hidesLabels}</style>${fallback}<div><prequal-button>Check</prequal-button></div>`,
    ],
    [
      'buttons next to a text, one with a label of the page',
      `${fallback}<p style="width: 400px">or ${button} or <prequal-button>Check</prequal-button></p>`,
    ],
  ] as const) {
    it(`doesn't move with ${what}`, async () => {
      const { moved, movedEstimate, shifts } = await load(body);
      expect({ moved, movedEstimate }).to.deep.equal({ moved: 0, movedEstimate: 0 });
      if (reportsShifts) expect(shifts).to.deep.equal([]);
    });
  }

  it("doesn't move when a shopper scrolls to a line and it's laid out", async () => {
    const { page } = await load(`<div style="width: 340px">${cards(amounts(100))}</div>`);
    const heights = () => page.estimates.map((each) => boxOf(each).height);
    const before = heights();
    expect(before).to.deep.equal(amounts(100).map(() => 48));
    const last = inLine(page.estimates.at(-1)!, 'line')!;
    expect(last.classList.contains('seen')).to.equal(false);
    last.scrollIntoView();
    await until(() => last.classList.contains('seen'));
    expect(heights()).to.deep.equal(before);
  });

  if (reportsShifts) {
    it('does report a layout shift if an estimate fails and frees its space', async () => {
      const { shifts } = await load(cards([amount.inapplicable]));
      expect(shifts).to.not.deep.equal([]);
    });
  }
});

describe('a page whose script never comes', () => {
  it('shows the fallback', async () => {
    const page = await openDocument([
      reserve,
      '<financing-estimate amount="100">Ask us</financing-estimate>',
    ]);
    const [estimate] = page.estimates;
    expect(estimate!.innerText).to.equal('Ask us');
    expect(boxOf(estimate!).height).to.equal(48);
  });

  it("doesn't show the content for an amount that can't be financed", async () => {
    const page = await openDocument([
      reserve,
      '<financing-estimate amount="100">Ask us<i slot="unavailable">Not this</i></financing-estimate>',
    ]);
    expect(page.estimates[0]!.innerText).to.equal('Ask us');
  });
});
