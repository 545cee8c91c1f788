import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"service-unreachable","description":"","frontmatter":{},"headers":[],"relativePath":"errors/service-unreachable.md","filePath":"docs/errors/service-unreachable.md"}');
const _sfc_main = { name: "errors/service-unreachable.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="service-unreachable" tabindex="-1"><code>service-unreachable</code> <a class="header-anchor" href="#service-unreachable" aria-label="Permalink to &quot;\`service-unreachable\`&quot;">​</a></h1><p>The proxy answers <strong>502 Bad Gateway</strong> with this code.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>No connection to the service could be made. Nothing was sent.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The network, the DNS, a certificate, or the base URL.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Run <code>npx financing-elements check</code> on the server. It says what is wrong in words.</li><li>Look at <code>reason</code> in the log, such as <code>ENOTFOUND</code> or <code>ECONNREFUSED</code>.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Something went wrong. Please try again.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Answer: <code>code</code> in the body, which is <code>application/problem+json</code>. Its <code>requestId</code> is also in the log.</li><li>Log: <code>service-failure</code> with this <code>code</code>, at most once a minute for each operation.</li><li>Metrics: <code>financing_requests_total</code>, with this <code>code</code> as a label.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/service-unreachable.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const serviceUnreachable = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  serviceUnreachable as default
};
