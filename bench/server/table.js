// @ts-check

/** The minimum ratio of the competent proxy's CPU time per request to ours. @type {Record<string, number>} */
const aims = { warmCache: 2.5, coldCache: 1.3 };

/** @type {Record<string, { title: string, raw: string }>} */
const comparisons = {
  warmCache: { title: 'Known amounts', raw: 'raw `node:http` with the same bytes' },
  coldCache: { title: 'New amounts', raw: 'raw `node:http` with an undici pool' },
};

/** @param {{ median: number, min: number, max: number }} summary */
const spread = ({ median, min, max }) => `${median} (${min} – ${max})`;

/**
 * Formats the figures as text.
 * @param {{ date: string, machine: string, versions: object, rounds: number, figures: Record<string, any> }} results
 */
export function toTable({ date, machine, versions, rounds, figures }) {
  const lines = [
    '# The proxy, measured',
    '',
    `${date}, ${machine}, ${Object.entries(versions).flat().join(' ')}. Median (min – max) of ${rounds} rounds in which`,
    'the servers take turns; nine amounts a request. The competent proxy is `bench/server/competent-proxy.js`: it limits',
    'bodies, as ours does, with the middleware of hono, which takes more time than all the rest. Load and servers share',
    'the cores, so the ratios of CPU time say more than the times.',
  ];
  for (const [measure, { title, raw }] of Object.entries(comparisons)) {
    const found = figures[measure];
    if (!found) continue;
    lines.push('', `## ${title}`, '');
    lines.push(
      '| | Requests/s | CPU µs a request | ÷ ours | Aim |',
      '| --- | --- | --- | --- | --- |',
    );
    const names = {
      ours: 'ours',
      competent: 'competent proxy',
      withoutBodyLimit: 'the same without its limit of bodies',
      raw,
    };
    for (const [role, name] of Object.entries(names)) {
      const { perSecond, cpuMicroseconds, timesOurs } = found[role];
      const ratio = role === 'ours' ? '' : spread(timesOurs);
      const aim = role === 'competent' ? `at least ${aims[measure]}` : '';
      lines.push(
        `| ${[name, spread(perSecond), spread(cpuMicroseconds), ratio, aim].join(' | ')} |`,
      );
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
    const what = `${amounts} amounts, then ${links} links with different keys and addresses`;
    lines.push('', `MiB, with ${what}, in ${seconds} s:`, '');
    lines.push('| | Before | Max | After |', '| --- | --- | --- | --- |');
    lines.push(`| Resident | ${rss.before} | ${rss.max} | ${rss.after} |`);
    lines.push(`| Heap | ${heapUsed.before} | ${heapUsed.max} | ${heapUsed.after} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the missed limits. @param {Record<string, any>} figures */
export function missesOf({ crowd, ...figures }) {
  const misses = Object.entries(aims).flatMap(([measure, aim]) => {
    const ratio = figures[measure]?.competent.timesOurs.median;
    if (ratio === undefined || ratio >= aim) return [];
    return [`${measure}: the competent proxy needs ${ratio} times our CPU time, not ${aim}`];
  });
  if (crowd?.calls > 1) misses.push(`${crowd.calls} calls of the service, where 1 would do`);
  return misses;
}
