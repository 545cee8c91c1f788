/** Generates `dist/head.html`: the tags of a page that pins the script, its chunks, and the style sheet by their integrity. */
import { createHash } from 'node:crypto';

const mount = '/financing';

/** Returns the tags. `integrity` has the value for each file, by the name that the proxy serves. */
export function pinnedHead(integrity: Readonly<Record<string, string>>): string {
  const files = Object.entries(integrity);
  const [script, scriptIntegrity] = files.find(([name]) => /^elements\.\w+\.js$/.test(name))!;
  const [sheet, sheetIntegrity] = files.find(([name]) => name.endsWith('.css'))!;
  const scripts = files.filter(([name]) => name.endsWith('.js'));
  const map = JSON.stringify({
    integrity: Object.fromEntries(scripts.map(([name, value]) => [`${mount}/${name}`, value])),
  });
  const mapHash = createHash('sha256').update(map).digest('base64');
  // The import map comes first: it has no effect on modules that are already loading.
  return `<!-- For a proxy at ${mount}. Content-Security-Policy: script-src 'self' 'sha256-${mapHash}' -->
<script type="importmap">${map}</script>
<link rel="stylesheet" href="${mount}/${sheet}" integrity="${sheetIntegrity}" crossorigin>
<script type="module" src="${mount}/${script}" integrity="${scriptIntegrity}"></script>
`;
}
