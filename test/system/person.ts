import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Tab } from '../engines/browsers.js';

/** Milliseconds until a person gives up: as many as a slow machine may need, and none of them slept through. */
const patience = 60_000;

/** Selectors from the page to what is meant, each but the first within the shadow root of the one before. */
export type Path = readonly [string, ...string[]];

/** A page, by what can be done on it without looking into its code. */
export interface OpenPage {
  /** Clicks where it is, once it is there, has come to rest and nothing covers it. */
  click(...path: Path): Promise<void>;
  /** Clicks into a field, and types. */
  type(text: string, ...path: Path): Promise<void>;
  /** Waits until the text of an element matches. */
  reads(pattern: RegExp, ...path: Path): Promise<void>;
  /** Waits until an expression in the page is true. */
  holds(expression: string): Promise<void>;
  evaluate: Tab['evaluate'];
  heap: Tab['heap'];
  /** Brings its tab to the front. */
  show(): Promise<void>;
}

/** Someone before a browser. */
export interface Person {
  /** Goes to an address in a new tab. */
  open(url: string): Promise<OpenPage>;
  /** The page that has opened at an address like this, in whichever tab. */
  opened(address: RegExp): Promise<OpenPage>;
}

/** Lets someone use a browser. */
export function createPerson(browser: Browser): Person {
  return {
    async open(url) {
      const tab = await browser.open();
      await tab.goto(url);
      return openPage(tab);
    },
    async opened(address) {
      const tab = await until(`a tab at ${address}`, async () => {
        for (const each of await browser.tabs()) {
          if (address.test(String(await each.evaluate('document.URL').catch(() => ''))))
            return each;
        }
        return undefined;
      });
      await tab.show();
      return openPage(tab);
    },
  };
}

function openPage(tab: Tab): OpenPage {
  async function click(...path: Path): Promise<void> {
    let before: unknown;
    const [x, y] = await until(`${path.join(' ')} to click on`, async () => {
      const point: ReturnType<typeof pointOf> = await tab.evaluate(
        `(${pointOf.toString()})(${expressionOf(path)})`,
      );
      const isAtRest = point !== null && String(point) === String(before);
      before = point;
      return isAtRest ? point : undefined;
    });
    await tab.click(x, y);
  }

  const holds = async (expression: string) =>
    void (await until(expression, async () => (await tab.evaluate(`!!(${expression})`)) === true));

  return {
    click,
    holds,
    async type(text, ...path) {
      await click(...path);
      await tab.type(text);
    },
    async reads(pattern, ...path) {
      let text: unknown;
      await until(`${path.join(' ')} to read ${pattern}`, async () => {
        text = await tab.evaluate(`${expressionOf(path)}?.innerText`);
        return pattern.test(String(text));
      }).catch((error: unknown) => assert.fail(`${String(error)}; it reads ${String(text)}`));
    },
    evaluate: tab.evaluate,
    heap: tab.heap,
    show: tab.show,
  };
}

/** Looks again and again until there is something. A page that is just being left cannot be looked at. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> {
  const giveUpAt = Date.now() + patience;
  for (let trouble: unknown; ;) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      trouble = undefined;
    } catch (error) {
      trouble = error;
    }
    if (Date.now() > giveUpAt) throw new Error(`There was no ${what}`, { cause: trouble });
    await pause(50);
  }
}

/** What a path leads to, as an expression in the page. */
function expressionOf([outer, ...inner]: Path): string {
  return inner.reduce(
    (found, selector) => `${found}?.shadowRoot?.querySelector(${JSON.stringify(selector)})`,
    `document.querySelector(${JSON.stringify(outer)})`,
  );
}

/** Runs in the page: the middle of an element's first line, scrolled into view; null while a click would miss it. */
function pointOf(element?: Element | null): [x: number, y: number] | null {
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [line] = element?.getClientRects() ?? [];
  if (!element || !line) return null;
  const middle: [number, number] = [line.x + line.width / 2, line.y + line.height / 2];
  // Within a shadow tree it is its host that is hit: the button may show a text of the page.
  const root = element.getRootNode();
  const seen = root instanceof ShadowRoot ? root.host : element;
  return seen.contains(document.elementFromPoint(...middle)) ? middle : null;
}
