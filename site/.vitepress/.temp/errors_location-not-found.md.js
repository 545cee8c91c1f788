import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"location-not-found","description":"","frontmatter":{},"headers":[],"relativePath":"errors/location-not-found.md","filePath":"docs/errors/location-not-found.md"}');
const _sfc_main = { name: "errors/location-not-found.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="location-not-found" tabindex="-1"><code>location-not-found</code> <a class="header-anchor" href="#location-not-found" aria-label="Permalink to &quot;\`location-not-found\`&quot;">​</a></h1><p>The proxy answers <strong>404, 422 Not Found</strong> with this code.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The service does not know this location, or needs one and got none. An estimation answers 422, all other operations 404, as the contract has it.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The page, or an account that is not set up yet.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Check the spelling of the location on the page and in <code>locations</code>.</li><li>Name a location in each request if your account has more than one vertical.</li><li>Add the location first, and wait until it is active. See <a href="/locations.html">adding many locations</a>.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Financing is not available here.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Console of the browser: a warning that says what was found and what to do.</li><li>Answer: <code>code</code> in the body, which is <code>application/problem+json</code>. Its <code>requestId</code> is also in the log.</li><li>Log: <code>refused</code> with <code>option: &quot;locations&quot;</code>, at most once a minute.</li><li>Metrics: <code>financing_requests_total</code>, with this <code>code</code> as a label.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/location-not-found.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const locationNotFound = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  locationNotFound as default
};
