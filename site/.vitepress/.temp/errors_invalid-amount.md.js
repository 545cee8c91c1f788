import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"invalid-amount","description":"","frontmatter":{},"headers":[],"relativePath":"errors/invalid-amount.md","filePath":"docs/errors/invalid-amount.md"}');
const _sfc_main = { name: "errors/invalid-amount.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="invalid-amount" tabindex="-1"><code>invalid-amount</code> <a class="header-anchor" href="#invalid-amount" aria-label="Permalink to &quot;\`invalid-amount\`&quot;">​</a></h1><p>The page finds this itself: the proxy was not asked, or its answer could not be used.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The amount is missing, not greater than zero, or can be read in more than one way, such as <code>$10–$20</code> or <code>1.299,00</code>. The element shows nothing rather than a guess.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The page.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Write the amount as <code>1299</code>, <code>1299.00</code> or <code>$1,299.00</code>.</li><li>With <code>amount-from</code>, point the selector at one element that holds one price and nothing else.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Financing is not available here.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Console of the browser: a warning that says what was found and what to do.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/invalid-amount.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const invalidAmount = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  invalidAmount as default
};
