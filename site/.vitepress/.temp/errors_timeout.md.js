import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"timeout","description":"","frontmatter":{},"headers":[],"relativePath":"errors/timeout.md","filePath":"docs/errors/timeout.md"}');
const _sfc_main = { name: "errors/timeout.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="timeout" tabindex="-1"><code>timeout</code> <a class="header-anchor" href="#timeout" aria-label="Permalink to &quot;\`timeout\`&quot;">​</a></h1><p>The page finds this itself: the proxy was not asked, or its answer could not be used.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The proxy did not answer in time: 8 seconds for an estimate, 12 seconds for a link. Whether a link was created is not known.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The proxy, the service, or a slow network between them and the shopper.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Look for <code>service-timeout</code> and <code>service-busy</code> in the log of the proxy at that time.</li><li>Let the shopper click again. The element sends the same idempotency key, so nothing is texted twice.</li><li>Keep <code>timeout</code> and <code>linkTimeout</code> of the proxy below these 8 and 12 seconds.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Something went wrong. Please try again.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/timeout.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const timeout = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  timeout as default
};
