import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"purchase-not-verified","description":"","frontmatter":{},"headers":[],"relativePath":"errors/purchase-not-verified.md","filePath":"docs/errors/purchase-not-verified.md"}');
const _sfc_main = { name: "errors/purchase-not-verified.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="purchase-not-verified" tabindex="-1"><code>purchase-not-verified</code> <a class="header-anchor" href="#purchase-not-verified" aria-label="Permalink to &quot;\`purchase-not-verified\`&quot;">​</a></h1><p>The proxy answers <strong>403 Forbidden</strong> with this code.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The proxy created no pay-over-time link, because your server has not verified the amount. Shoppers can change what their page sends.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The settings of the proxy, or the purchase token on the page.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Sign the purchase on your back end and set it as <code>purchase</code> on the button. See <a href="/purchase-token.html">purchase tokens</a>.</li><li>Or look the amount up in code with the option <code>resolvePurchase</code>.</li><li>If you sign already: amount, <code>transaction-id</code> and location must match the request, <code>exp</code> is in Unix seconds and at most 24 hours ahead, and both sides need the same secret.</li><li>To try things out, and only then, set <code>trustPageAmount</code>.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Financing is not available here.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Console of the browser: a warning that says what was found and what to do.</li><li>Answer: <code>code</code> in the body, which is <code>application/problem+json</code>. Its <code>requestId</code> is also in the log.</li><li>Log: <code>refused</code> with <code>option: &quot;purchaseSecret&quot;</code>, at most once a minute.</li><li>Metrics: <code>financing_requests_total</code>, with this <code>code</code> as a label.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/purchase-not-verified.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const purchaseNotVerified = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  purchaseNotVerified as default
};
