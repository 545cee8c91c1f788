import { hourMs, minuteMs } from '../../internal/durations.js';
import type { KeyedHash } from '../../internal/crypto.js';
import type { Network } from './address-block.js';
import { countWithin } from './count-limit.js';
import { clientOf } from './limited-client.js';
import { ProblemError } from '../problems.js';
import type { ProxySettings } from '../proxy-settings.js';
import type { Store } from '../store.js';
import { hashedCounterKey, type CounterKind } from '../store-keys.js';

/** The party that requests a text message. A shopper's address is undefined if it's unknown. */
export type Sender =
  | { readonly kind: 'staff' }
  | { readonly kind: 'shopper'; readonly address: string | undefined };

/** The limits of text messages. Phone numbers are in canonical form, as in `+14155552671`. */
export interface TextLimits {
  /**
   * Counts a text message. The integrator's staff may text many people from one address, so they have no limit per address.
   * Throws 429 `sms-limit`, or 503 `store-unavailable`: without a count, no text message is sent.
   */
  countText(phoneNumber: string, sender: Sender): Promise<void>;
  /** Takes back the count of a text message that wasn't sent. Never rejects. */
  uncountText(phoneNumber: string, sender: Sender): Promise<void>;
}

/** Each text message is counted in several windows. */
interface TextWindow {
  readonly kind: CounterKind;
  readonly content: string;
  readonly windowMs: number;
  readonly max: number;
  /** The option that sets the maximum. */
  readonly option: 'textsPerPhone' | 'textsPerPrefix' | 'textsPerAddress' | 'textsInAll';
  /** Set if the maximum is the share of a network. */
  readonly reason?: Network['kind'];
}

/** Creates the limits of text messages, which replicas share through the store. */
export function createTextLimits(
  store: Required<Pick<Store, 'count' | 'uncount'>>,
  settings: ProxySettings,
  hash: KeyedHash,
): TextLimits {
  async function uncount(windows: readonly TextWindow[]): Promise<void> {
    await Promise.allSettled(
      windows.map(async ({ kind, content, windowMs }) =>
        store.uncount(await hashedCounterKey(hash, kind, content), windowMs),
      ),
    );
  }

  return {
    async countText(phoneNumber, sender) {
      const counted: TextWindow[] = [];
      try {
        for (const window of windowsOf(settings, phoneNumber, sender)) {
          const key = await hashedCounterKey(hash, window.kind, window.content);
          counted.push(window);
          const { windowMs, max, option, reason } = window;
          await countWithin(store, { key, windowMs, max, option, reason, code: 'sms-limit' });
        }
      } catch (error) {
        // A text message that isn't sent must not use up the limits. A store can fail for some keys only, such as a cluster with a
        // missing node. Whether it carried out the count that failed is unknown, so that count stays.
        const isRejected = error instanceof ProblemError && error.code === 'sms-limit';
        await uncount(isRejected ? counted : counted.slice(0, -1));
        throw error;
      }
    },

    async uncountText(phoneNumber, sender) {
      await uncount(windowsOf(settings, phoneNumber, sender));
    },
  };
}

/** The share of all text messages that the senders of one network can use up. */
const networkShares = { network: 1 / 4, provider: 1 / 2 };

/**
 * Returns the windows in the order of counting. The sender comes first, so that an address beyond its limit adds no counters
 * for phones. The narrowest windows come next, because many text messages to one phone must not use up the windows that all
 * phones share.
 */
function windowsOf(
  settings: ProxySettings,
  phoneNumber: string,
  sender: Sender,
): readonly TextWindow[] {
  const prefix = phoneNumber.slice(0, -4);
  return [
    ...(sender.kind === 'staff' ? [] : senderWindows(settings, sender.address)),
    windowOf(settings, 'textsPerPhone', 'phone', `phone ${phoneNumber}`),
    windowOf(settings, 'textsPerPrefix', 'prefix', `prefix ${prefix}`),
    // Hashed like the others, so that two shops on one Redis don't share a limit.
    windowOf(settings, 'textsInAll', 'texts', 'texts'),
  ];
}

/**
 * Returns the windows of a sender's address and of the networks around it. One party can have thousands of IPv6 blocks at no cost.
 * Without the networks, it could use up the text messages of everyone.
 */
function senderWindows(
  settings: ProxySettings,
  address: string | undefined,
): readonly TextWindow[] {
  const { kind, name, factor, networks } = clientOf(address);
  const { textsPerAddress, textsInAll } = settings;
  const kindOfSender = kind === 'unknown' ? 'unknown-sender' : 'sender';
  const ofAddress = windowOf(settings, 'textsPerAddress', kindOfSender, name);
  return [
    { ...ofAddress, max: textsPerAddress * factor },
    ...networks.map((network) => ({
      ...windowOf(settings, 'textsInAll', `sender-${network.kind}`, network.prefix),
      max: Math.max(textsPerAddress, textsInAll * networkShares[network.kind]),
      reason: network.kind,
    })),
  ];
}

/** Returns the window of an option. */
function windowOf(
  settings: ProxySettings,
  option: TextWindow['option'],
  kind: CounterKind,
  content: string,
): TextWindow {
  const windowMs = option === 'textsPerPhone' ? 10 * minuteMs : hourMs;
  return { kind, content, windowMs, max: settings[option], option };
}
