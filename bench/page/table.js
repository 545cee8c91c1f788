// @ts-check

/** The figures for people. @param {any} results */
export function toTable({ date, machine, browser, rounds, widgets, figures }) {
  const lines = [
    '# The page, measured',
    '',
    `${date}, ${machine}, ${browser}. Ratios of the medians of ${rounds} interleaved rounds to the vanilla snippet's, and`,
    "in brackets the quartiles of the rounds' own ratios. Last price painted: from the start of the navigation, without",
    'the wait for the next frame. Main thread: CPU time of all that the page does until 50 ms later; of it, scripts,',
    'and styles with layout.',
  ];
  lines.push(...heading('Bytes', 'script (br)|heap/element|heap, once|nodes/element'));
  const [baseline] = widgets;
  for (const { title, scriptBytes, heap } of widgets) {
    const beyond = (/** @type {(heap: any) => number} */ part) =>
      `${part(heap) - part(baseline.heap)} B`;
    lines.push(
      row(
        title,
        `${scriptBytes} B`,
        beyond(({ script }) => script.perElement),
        beyond(({ script }) => script.once),
        beyond(({ nodes }) => nodes.perElement),
      ),
    );
  }
  lines.push(
    '',
    "Heap: V8's, after a collection, beyond the snippet's; its slope from 100 to 500 placements, and what is there",
    "besides. Nodes: the same of Blink's heap.",
  );
  for (const figure of figures) {
    lines.push(
      ...heading(
        figure.title,
        'calls|last price painted|main thread|scripts|styles|layout shift|longest task',
      ),
    );
    for (const found of figure.widgets) {
      const widget = widgets.find((/** @type {any} */ { name }) => name === found.name);
      lines.push(
        row(
          widget.title,
          found.calls,
          spread(found.painted),
          spread(found.mainThread),
          `${found.scriptMilliseconds} ms`,
          `${found.styleMilliseconds} ms`,
          found.shift,
          `${found.longestTask} ms`,
        ),
      );
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

/** @param {{ ratio: number, quartiles: [number, number], milliseconds: number }} found */
const spread = ({ ratio, quartiles, milliseconds }) =>
  `${ratio} (${quartiles.join(' – ')}), ${milliseconds} ms`;
