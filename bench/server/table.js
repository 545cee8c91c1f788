// @ts-check

/** @typedef {{ median: number, min: number, max: number }} Summary */

/** @param {Summary} summary */
const spread = ({ median, min, max }) => `${median} (${min} – ${max})`;

/** What is compared, by its measure. @type {Record<string, string>} */
export const comparisons = {
  warmCache: 'Known amounts, against raw `node:http` with the same bytes',
  coldCache: 'New amounts, against raw `node:http` with an undici pool',
  replicas: 'Two replicas on one Redis, against one, each held to a fifth of a core',
};

/** The figures for people. @param {{ date: string, machine: string, versions: object, figures: Record<string, any> }} results */
export function toTable({ date, machine, versions, figures }) {
  const lines = [
    '# The proxy, measured',
    '',
    `${date}, ${machine}, ${Object.entries(versions).flat().join(' ')}. Median (least – most) of interleaved rounds;`,
    'nine amounts a request. Load and servers share the cores, so absolute figures mean little, and ratios of CPU',
    'time per request more than ratios of rates.',
    '',
    '| | Requests/s, other | Requests/s, ours | Ratio | CPU µs, other | CPU µs, ours | CPU ratio |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  for (const [measure, title] of Object.entries(comparisons)) {
    const found = figures[measure];
    if (!found) continue;
    const cells = [found.rawPerSecond, found.proxyPerSecond, found.ratio];
    cells.push(found.rawCpuMicroseconds, found.proxyCpuMicroseconds, found.cpuRatio);
    lines.push(`| ${[title, ...cells.map(spread)].join(' | ')} |`);
  }
  if (figures['latency']) {
    lines.push(
      '',
      'Milliseconds until the answer, at 200 requests/s:',
      '',
      '| | Median (spread) |',
    );
    lines.push('| --- | --- |');
    for (const [what, summary] of Object.entries(figures['latency'])) {
      lines.push(`| ${what} | ${spread(summary)} |`);
    }
  }
  if (figures['crowd']) {
    const { pages, calls } = figures['crowd'];
    lines.push(
      '',
      `${pages} pages with the same new amounts at once: ${calls} call(s) of the service.`,
    );
  }
  if (figures['memory']) {
    const { amounts, links, seconds, rss, heapUsed } = figures['memory'];
    const what = `${amounts} amounts, then ${links} links with keys and addresses of their own`;
    lines.push('', `MiB, with ${what}, in ${seconds} s:`, '');
    lines.push('| | Before | Most | After |', '| --- | --- | --- | --- |');
    lines.push(`| Resident | ${rss.before} | ${rss.most} | ${rss.after} |`);
    lines.push(`| Heap | ${heapUsed.before} | ${heapUsed.most} | ${heapUsed.after} |`);
  }
  return `${lines.join('\n')}\n`;
}
