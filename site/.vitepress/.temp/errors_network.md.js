import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"network","description":"","frontmatter":{},"headers":[],"relativePath":"errors/network.md","filePath":"docs/errors/network.md"}');
const _sfc_main = { name: "errors/network.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="network" tabindex="-1"><code>network</code> <a class="header-anchor" href="#network" aria-label="Permalink to &quot;\`network\`&quot;">​</a></h1><p>The page finds this itself: the proxy was not asked, or its answer could not be used.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The browser could not reach the proxy, or did not let the page read its answer: no connection, a name that does not resolve, a blocked request, or a redirect.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>On the same origin, usually the network. On another origin, usually the settings: browsers report a missing permission as a network failure.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>If the proxy is on another origin, add the origin of the page to <code>allowedOrigins</code> (<code>FINANCING_ALLOWED_ORIGINS</code>) of the proxy.</li><li>If the page has a Content-Security-Policy, allow the origin of the proxy in <code>connect-src</code>.</li><li>Make sure that the endpoint is not redirected, for example from <code>http</code> to <code>https</code>: redirects are not followed.</li><li>Otherwise do nothing. The elements ask again when the browser is back online.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Something went wrong. Please try again.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Console of the browser: a warning that says what was found and what to do.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/network.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const network = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  network as default
};
