import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"popup-blocked","description":"","frontmatter":{},"headers":[],"relativePath":"errors/popup-blocked.md","filePath":"docs/errors/popup-blocked.md"}');
const _sfc_main = { name: "errors/popup-blocked.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="popup-blocked" tabindex="-1"><code>popup-blocked</code> <a class="header-anchor" href="#popup-blocked" aria-label="Permalink to &quot;\`popup-blocked\`&quot;">​</a></h1><p>The page finds this itself: the proxy was not asked, or its answer could not be used.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>The browser refused to open a window for the link. The element shows the link in its place, so the shopper can still go on.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>A setting of the browser, or a sandboxed frame around your page.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>If your page is in a sandboxed <code>&lt;iframe&gt;</code>, add <code>allow-popups</code> and <code>allow-popups-to-escape-sandbox</code>.</li><li>Use <code>target=&quot;_self&quot;</code> where a new window is never wanted, such as in a kiosk or an app.</li><li>Do not call <code>click()</code> from a script without a click of the shopper.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: the button shows the link, “Continue to financing”.</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/popup-blocked.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const popupBlocked = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  popupBlocked as default
};
