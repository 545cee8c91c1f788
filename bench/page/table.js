// @ts-check
import { isMissed } from './aims.js';

/** Formats the figures as text. @param {any} results @param {import('./aims.js').Aim[]} aims */
export function toTable({ date, machine, browser, rounds, litBytes, widgets, figures }, aims) {
  const lines = [
    '# The page, measured',
    '',
    `${date}, ${machine}, ${browser}, ${rounds} rounds in which the elements take turns. A ratio is the median of the rounds'`,
    'own ratios to the competent Lit element (`bench/page/widgets/lit-element.js`); in brackets, the interval that holds it',
    'in 95 of 100 cases. Main thread: CPU time of all that the page does until 50 ms after the last price is painted; of it,',
    'scripts with their microtasks (in separate visits), and styles with layout. Last price painted: from the start of',
    'the navigation, without the wait for the next frame.',
  ];
  lines.push(...heading('Aims', 'is|may be'));
  for (const aim of aims) {
    const value = Math.round(aim.value * 1000) / 1000;
    lines.push(row(aim.what, isMissed(aim) ? `**${value}**` : value, aim.limit));
  }
  lines.push(...heading('Bytes', 'script (br)|heap/element|heap, once|nodes/element'));
  for (const { title, scriptBytes, heap } of widgets) {
    const { script, nodes } = heap;
    lines.push(row(title, scriptBytes, script.perElement, script.once, nodes.perElement));
  }
  lines.push(
    row('only lit', litBytes, '', '', ''),
    '',
    "Heap: V8's, after a collection; its slope from 100 to 500 placements, and what is there besides. Nodes: the slope of",
    "Blink's heap.",
  );
  for (const figure of figures) {
    const columns = 'calls|layout shift|main thread|scripts|styles|last price painted';
    const title = `${figure.title}${figure.busyRounds ? `, ${figure.busyRounds}  rounds on a busy machine` : ''}`;
    lines.push(...heading(title, columns));
    for (const found of figure.widgets) {
      const { title } = widgets.find((/** @type {any} */ { name }) => name === found.name);
      const parts = [found.scriptMilliseconds, found.styleMilliseconds].map((ms) => `${ms} ms`);
      const [mainThread, painted] = [spread(found.mainThread), spread(found.painted)];
      lines.push(row(title, found.calls, found.shift, mainThread, ...parts, painted));
    }
  }
  return `${lines.join('\n')}\n`;
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
