import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unauthorized","description":"","frontmatter":{},"headers":[],"relativePath":"errors/unauthorized.md","filePath":"docs/errors/unauthorized.md"}');
const _sfc_main = { name: "errors/unauthorized.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unauthorized" tabindex="-1"><code>unauthorized</code> <a class="header-anchor" href="#unauthorized" aria-label="Permalink to &quot;\`unauthorized\`&quot;">​</a></h1><p>The proxy answers <strong>401 Unauthorized</strong> with this code.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>A credential is missing or wrong: the admin token on an onboarding route, the token of a link on <code>/link-status</code>, or the signature of a webhook.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The caller, or a secret that differs between the two sides.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Onboarding: send <code>Authorization: Bearer</code> with your <code>adminToken</code>, or check what your <code>authorize</code> function returns; only <code>true</code> passes.</li><li>Webhooks: compare <code>FINANCING_WEBHOOK_SECRET</code> with the secret of the service, and check the clock of the server. See <a href="/webhooks.html">webhooks</a>.</li><li>Link status: tokens end after 24 hours.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Answer: <code>code</code> in the body, which is <code>application/problem+json</code>. Its <code>requestId</code> is also in the log.</li><li>Metrics: <code>financing_requests_total</code>, with this <code>code</code> as a label.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/unauthorized.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unauthorized = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unauthorized as default
};
