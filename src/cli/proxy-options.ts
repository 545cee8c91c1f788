import { optionNames } from '../proxy/option-names.js';
import type { FinancingProxyOptions } from '../proxy/index.js';
import type { Settings } from './settings.js';

type ProxyOptions = Pick<Settings, keyof Settings & keyof FinancingProxyOptions>;

/** Those of the settings that are options of the proxy. */
export function proxyOptionsOf(settings: Settings): ProxyOptions {
  const options = Object.entries(settings).filter(([name]) => name in optionNames);
  return Object.fromEntries(options) as unknown as ProxyOptions;
}
