// @ts-check
import { surroundings } from './calls.js';
import { measureChange } from './change.js';
import { measureScroll } from './scroll.js';

export const countOfScenes = Object.keys(surroundings).length + 2;

/**
 * What our element alone has to show: calls that it spares, one amount that changes, and a long list that is scrolled.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} shop URL
 * @param {(what: string) => void} tell after each
 */
export async function playScenes(browser, shop, tell) {
  const widget = 'financing-elements';
  const calls = [];
  for (const { title, calls: limit, count } of Object.values(surroundings)) {
    calls.push({ title, limit, count: await count(browser, shop, widget) });
    tell(`page, ${title}`);
  }
  const change = await measureChange(browser, shop, widget);
  tell('page, one amount changes');
  const scroll = {
    plain: await measureScroll(browser, shop, { widget, isPlain: true }),
    lazy: await measureScroll(browser, shop, { widget, isPlain: false }),
  };
  tell('page, a list is scrolled');
  return { calls, change, scroll };
}
