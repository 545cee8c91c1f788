import { setPageFetch } from '../page/page-client.js';
import { type Configuration, setSettings } from '../page/element-settings.js';
import { warnOfOption } from '../page/console-warnings.js';
import { refreshElements } from './surroundings.js';
import { lateTexts, replaceText } from './element-text.js';

/**
 * Sets defaults for all elements on the page. If it's called before the first request, the request uses them. Later, the
 * affected elements request again. An unknown option is ignored with a warning.
 *
 * @example configure({ endpoint: 'https://shop.example/financing', location: 'main-street' });
 */
export function configure({ text, fetch, ...settings }: Configuration): void {
  for (const name of Object.keys(settings))
    if (!/^(endpoint|location)$/.test(name)) warnOfOption(name);
  const waiting = text && replaceText(text);
  if (waiting)
    void Promise.all([...lateTexts].map((load) => load())).then(
      () => replaceText(waiting),
      reportError,
    );
  if (fetch) setPageFetch(fetch);
  setSettings(settings);
  refreshElements();
}
