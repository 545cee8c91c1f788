// @ts-check
import { isMissed } from './aims.js';

/** The figures for people. @param {any} results @param {import('./aims.js').Aim[]} aims */
export function toTable({ date, machine, browser, rounds, widgets, figures, scenes }, aims) {
  const lines = [
    '# The page, measured',
    '',
    `${date}, ${machine}, ${browser}, ${rounds} interleaved rounds. A ratio is the median of the rounds' own ratios to our`,
    'line by hand (the same nodes and styles without our code); in brackets, the interval that holds it in 95 of 100',
    'cases. Last price painted: from the start of the navigation, without the wait for the next frame. Main thread: CPU',
    'time of all that the page does until 50 ms later; of it, scripts, and styles with layout.',
  ];
  lines.push(...heading('Aims', 'is|may be'));
  for (const aim of aims) {
    const value = Math.round(aim.value * 1000) / 1000;
    lines.push(row(aim.what, isMissed(aim) ? `**${value}**` : value, aim.limit));
  }
  lines.push(...heading('Bytes', 'script (br)|heap/element|heap, once|nodes/element'));
  const [baseline] = widgets;
  for (const { title, scriptBytes, heap } of widgets) {
    const beyond = (/** @type {(heap: any) => number} */ part) => part(heap) - part(baseline.heap);
    const perElement = beyond(({ script }) => script.perElement);
    const once = beyond(({ script }) => script.once);
    lines.push(
      row(
        title,
        scriptBytes,
        perElement,
        once,
        beyond(({ nodes }) => nodes.perElement),
      ),
    );
  }
  lines.push(
    '',
    "Heap: V8's, after a collection, beyond that of our line by hand; its slope from 100 to 500 placements, and what is there",
    "besides. Nodes: the slope of Blink's heap.",
  );
  for (const figure of figures) {
    const columns = 'calls|last price painted|main thread|scripts|styles|layout shift|longest task';
    const title = `${figure.title}${figure.busyRounds ? `, ${figure.busyRounds} rounds beside other work` : ''}`;
    lines.push(...heading(title, columns));
    for (const found of figure.widgets) {
      const { title } = widgets.find((/** @type {any} */ { name }) => name === found.name);
      const parts = [found.scriptMilliseconds, found.styleMilliseconds].map((ms) => `${ms} ms`);
      const [painted, mainThread] = [spread(found.painted), spread(found.mainThread)];
      const rest = [found.shift, `${found.longestTask} ms`];
      lines.push(row(title, found.calls, painted, mainThread, ...parts, ...rest));
    }
  }
  if (scenes) lines.push(...scenesOf(scenes));
  return `${lines.join('\n')}\n`;
}

/** @param {any} scenes */
function scenesOf({ change, scroll }) {
  const lines = heading('A lazy list of 1,000, scrolled', 'frames/s|longest frame|CPU/frame');
  const lists = { 'texts only': scroll.plain, 'financing-estimate': scroll.lazy };
  for (const [title, found] of Object.entries(lists)) {
    const [longest, cpu] = [`${found.longestFrame} ms`, `${found.cpuPerFrame} ms`];
    lines.push(row(title, found.framesPerSecond, longest, cpu));
  }
  const { written, oneMilliseconds, allMilliseconds } = change;
  return [
    ...lines,
    '',
    `When one amount of 500 changes, ${written} element(s) are written to, in ${oneMilliseconds} ms of CPU time; when all`,
    `change, in ${allMilliseconds} ms.`,
  ];
}

/** @param {string} title @param {string} columns */
function heading(title, columns) {
  const names = columns.split('|');
  return ['', `## ${title}`, '', row('', ...names), row('---', ...names.map(() => '---'))];
}

/** @param {(string | number)[]} cells */
const row = (...cells) => `| ${cells.join(' | ')} |`;

/** @param {{ ratio: number, interval: [number, number], milliseconds: number }} found */
const spread = ({ ratio, interval, milliseconds }) =>
  `${ratio} (${interval.join(' – ')}), ${milliseconds} ms`;
