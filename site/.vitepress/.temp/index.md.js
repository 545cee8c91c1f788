import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Financing Elements","titleTemplate":false,"description":"","frontmatter":{"layout":"home","title":"Financing Elements","titleTemplate":false,"hero":{"name":"Financing Elements","text":"A truthful monthly payment next to every price","tagline":"Three web components, a small proxy that keeps your credentials, and a sandbox to try it all on.","actions":[{"theme":"brand","text":"Start as a developer","link":"/quick-start-developer"},{"theme":"alt","text":"As a retailer","link":"/quick-start-retailer"},{"theme":"alt","text":"As an operator","link":"/quick-start-operator"}]},"features":[{"title":"True","details":"A payment never stands without its APR, its term and what is due today. An amount that cannot be financed shows nothing.","link":"/display-and-law","linkText":"Display and law"},{"title":"Calm","details":"One request for all the prices on a page. Nothing jumps, and when the service is down, your own text stays.","link":"/elements","linkText":"The elements"},{"title":"Safe","details":"Keys stay on your server. No texts, no trusted amounts and no staff routes until an option opens them.","link":"/security","linkText":"Security"}]},"headers":[],"relativePath":"index.md","filePath":"site/index.md"}');
const _sfc_main = { name: "index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h2 id="what-is-in-it" tabindex="-1">What is in it <a class="header-anchor" href="#what-is-in-it" aria-label="Permalink to &quot;What is in it&quot;">​</a></h2><p>For US retailers and those who build for them, with credentials of the Financing Service or plans to get them. The service estimates payments, takes applications and onboards merchant locations over HTTP; this package is everything around that API.</p><table tabindex="0"><thead><tr><th>You are</th><th>You want</th></tr></thead><tbody><tr><td>building a page</td><td><a href="/elements.html">the elements</a> and <a href="/anatomy.html">how they look</a></td></tr><tr><td>writing the server</td><td><a href="/recipes.html">recipes</a> and <a href="/purchase-token.html">purchase tokens</a></td></tr><tr><td>running it</td><td><a href="/operating.html">operating</a> and <a href="/metrics.html">metrics</a></td></tr><tr><td>about to go live</td><td><a href="/going-live.html">the list</a></td></tr><tr><td>looking at an error</td><td><a href="/errors.html">its code</a></td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
