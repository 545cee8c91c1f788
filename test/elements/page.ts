import { fixture } from '@open-wc/testing';
import { configure, type FinancingEstimateElement } from '../../src/index.js';
import { createFakeProxy, until } from '../client/fake-proxy.js';

export { lineOf, part, readable } from './shadow-tree.js';

/** A page whose elements talk to a fake proxy of their own, and remember nothing of other tests. */
export function createPage(options: { isHeld?: boolean } = {}) {
  sessionStorage.clear();
  const proxy = createFakeProxy(options);
  configure({ fetch: proxy.fetch, endpoint: undefined, location: undefined });
  return proxy;
}

/** Puts markup on the page; returns its first element. */
export function show<E extends Element>(markup: string): Promise<E> {
  return fixture<E>(markup);
}

/** Whether an element takes up room. */
export function isSeen(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** The events of these types that reach the document from now on. */
export function listen<E extends Event>(...types: string[]): E[] {
  const heard: E[] = [];
  for (const type of types) {
    document.addEventListener(type, (fired) => heard.push(fired as E));
  }
  return heard;
}

/** A `<financing-estimate>` once its estimate, or what stands for it, is there. */
export async function settled(markup: string): Promise<FinancingEstimateElement> {
  const element = await show<FinancingEstimateElement>(markup);
  await until(() => element.status !== 'loading');
  await element.updateComplete;
  return element;
}
