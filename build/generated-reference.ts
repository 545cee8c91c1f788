/** The pages of the reference that are generated, and a guide with a generated part; not those of the settings and the command. */
import { elementsGuide } from './elements-guide.js';
import { generateErrorPages } from './errors/generate-error-pages.js';
import { format } from './format.js';
import { httpReference } from './http-reference.js';
import { logsAndMetricsReference } from './logs-and-metrics-reference.js';
import { textsReference } from './texts-reference.js';

/** Each generated page, by its path from the root of the repository. */
export async function generateReference(): Promise<Readonly<Record<string, string>>> {
  const pages = {
    ...generateErrorPages(),
    ...elementsGuide(),
    'docs/reference-http.md': httpReference(),
    'docs/reference-logs-and-metrics.md': logsAndMetricsReference(),
    'docs/reference-texts.md': textsReference(),
  };
  const formatted = Object.entries(pages).map(
    async ([path, text]) => [path, await format(path, text)] as const,
  );
  return Object.fromEntries(await Promise.all(formatted));
}
