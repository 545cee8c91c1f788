// @ts-check
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';

/**
 * Serves at `/server-page` the HTML of the query, in which a server has rendered the elements, as shops do with
 * `@lit-labs/ssr`. It needs the build.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function renderPages() {
  return {
    name: 'render-pages',
    async serve({ path, query }) {
      if (path !== '/server-page') return undefined;
      await import('./shop-card.js');
      const { lang, body } = query;
      const rendered = await collectResult(render(html(asTemplate(String(body)))));
      return {
        body: `<!doctype html><html lang="${lang}"><title>A shop</title><body>${rendered}`,
        type: 'html',
      };
    },
  };
}

/** @param {string} text */
function asTemplate(text) {
  return Object.assign([text], { raw: [text] });
}
