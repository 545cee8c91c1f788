// @ts-check

/** The figures for people. @param {{ date: string, machine: string, browser: string, rounds: number, figures: any[] }} results */
export function toTable({ date, machine, browser, rounds, figures }) {
  const lines = [
    '# The page, measured',
    '',
    `${date}, ${machine}, ${browser}. Median (least – most) of ${rounds} interleaved rounds, as ratios to the vanilla`,
    'snippet of the same round. Main thread: all tasks of the page until then. Heap: beyond that of the snippet.',
  ];
  for (const { placements, cpu, isSlowNetwork, widgets } of figures) {
    const network = isSlowNetwork ? ', 150 ms and 1.6 Mbit/s' : '';
    lines.push('', `## ${placements} placements, CPU ${cpu}× slower${network}`, '');
    lines.push(
      '| | script (br) | calls | last price painted | main thread | layout shift | longest task | heap/element |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
    );
    for (const widget of widgets) {
      const cells = [
        widget.title,
        `${widget.scriptBytes} B`,
        widget.calls,
        spread(widget.painted),
        spread(widget.mainThread),
        widget.shift,
        `${widget.longestTask.median} ms`,
        `${widget.heapBytesPerElement} B`,
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** @param {{ median: number, min: number, max: number }} summary */
const spread = ({ median, min, max }) => `${median} (${min} – ${max})`;
