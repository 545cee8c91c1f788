import { fixture } from '@open-wc/testing';
import { pageStyleSheet } from '../../src/elements/page-style-sheet.js';
import { createFakeProxy } from '../client/fake-proxy.js';

/** The script tag of a page, as it stands in its HTML; `async` runs it while the document still loads. */
export const script = '<script type="module" src="/src/script-tag.ts"></script>';
export const asyncScript = script.replace(' src', ' async src');

/** The rules for elements that the script is yet to define. */
export const reserve = `<style>${pageStyleSheet}</style>`;

/**
 * A document of its own in an iframe, that arrives as the test writes it, with a fake proxy behind it, or with the
 * browser's own `fetch`.
 */
export async function createDocument(options: { isHeld?: boolean; fetchesItself?: boolean } = {}) {
  sessionStorage.clear();
  const proxy = createFakeProxy(options);
  const frame = await fixture<HTMLIFrameElement>('<iframe width="800" height="600"></iframe>');
  const view = frame.contentWindow as Window & typeof globalThis;
  const document = view.document;
  document.open();
  if (!options.fetchesItself) view.fetch = proxy.fetch as typeof fetch;
  if (options.isHeld) neverGiveUp(view);
  document.write('<!doctype html><html lang="en">');
  return {
    proxy,
    view,
    document,
    get estimates() {
      return [...document.querySelectorAll('financing-estimate')];
    },
  };
}

/**
 * Lets calls wait however long the machine takes: what is aborted then was not aborted by its age. Only their time limits
 * (`defaultAccess` in src/client/proxy-access.ts) are longer than 5 s.
 */
function neverGiveUp(view: Window & typeof globalThis): void {
  const { setTimeout } = view;
  view.setTimeout = ((run: () => void, delay = 0) =>
    delay > 5_000 ? 0 : setTimeout.call(view, run, delay)) as typeof setTimeout;
}

/** A list of cards with an estimate each, for these amounts. */
export function cards(amounts: readonly number[]): string {
  return amounts
    .map((dollars) => `<p><financing-estimate amount="${dollars}"></financing-estimate></p>`)
    .join('');
}

/** So many different amounts, all of which can be financed. */
export function amounts(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 1000 + index);
}
