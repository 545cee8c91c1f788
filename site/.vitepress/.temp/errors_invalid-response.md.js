import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"invalid-response","description":"","frontmatter":{},"headers":[],"relativePath":"errors/invalid-response.md","filePath":"docs/errors/invalid-response.md"}');
const _sfc_main = { name: "errors/invalid-response.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="invalid-response" tabindex="-1"><code>invalid-response</code> <a class="header-anchor" href="#invalid-response" aria-label="Permalink to &quot;\`invalid-response\`&quot;">​</a></h1><p>The page finds this itself: the proxy was not asked, or its answer could not be used.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The answer was not one of the proxy: no JSON, a failure without a <code>code</code>, an estimate that is missing, or a link that is not on <code>https</code>.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>Whatever answers at the endpoint. Often it is a web server, a firewall or a login page.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Open the request in the network panel of the browser and look at the answer.</li><li>Open <code>/financing/health</code> in the browser. It answers <code>{&quot;status&quot;:&quot;ok&quot;}</code> where the proxy is.</li><li>Check that the web server passes <code>POST</code> and <code>PUT</code> on, and answers no error pages of its own.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Something went wrong. Please try again.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/invalid-response.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const invalidResponse = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  invalidResponse as default
};
