import { InvalidOptionError, readOptions, type SettingValues } from '../../internal/settings.js';
import { consoleLogger, guardLogger, type Logger } from '../log/index.js';
import { guardObserver } from '../observer/index.js';
import { createMemoryStore, type Store } from '../stores/index.js';
import type { WebhookSettings } from '../webhooks/index.js';
import { proxySettings, type FinancingProxyOptions } from './table.js';
import { webhookSettings } from './webhook-table.js';

/** The options of the proxy once they are checked, with their defaults. */
export interface ProxySettings extends Omit<
  SettingValues<typeof proxySettings>,
  'webhooks' | ListName
> {
  readonly locations: readonly string[];
  readonly linkHosts: readonly string[];
  readonly redirectOrigins: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly formerStoreSecrets: readonly string[];
  readonly webhooks: WebhookSettings;
  readonly store: Store;
  readonly logger: Logger;
}

type ListName =
  | 'locations'
  | 'linkHosts'
  | 'redirectOrigins'
  | 'allowedOrigins'
  | 'formerStoreSecrets';

/** Checks the options once. Throws `InvalidOptionError`. */
export function readProxyOptions(options: FinancingProxyOptions): ProxySettings {
  const values = readOptions(proxySettings, options);
  if ((values.authorize ?? values.adminToken) !== undefined && !values.svcSecret) {
    throw new InvalidOptionError(
      'svcSecret',
      'is missing, and what adminToken or authorize opens needs it',
    );
  }
  return {
    ...values,
    locations: [...new Set(values.locations)],
    linkHosts: values.linkHosts ?? [],
    redirectOrigins: values.redirectOrigins ?? [],
    allowedOrigins: values.allowedOrigins ?? [],
    formerStoreSecrets: values.formerStoreSecrets ?? [],
    webhooks: readOptions(webhookSettings, values.webhooks ?? {}, 'webhooks.'),
    store: values.store ?? createMemoryStore(),
    logger: guardLogger(values.logger ?? consoleLogger),
    observer: values.observer && guardObserver(values.observer),
  };
}
