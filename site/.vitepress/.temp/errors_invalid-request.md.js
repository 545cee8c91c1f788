import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"invalid-request","description":"","frontmatter":{},"headers":[],"relativePath":"errors/invalid-request.md","filePath":"docs/errors/invalid-request.md"}');
const _sfc_main = { name: "errors/invalid-request.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="invalid-request" tabindex="-1"><code>invalid-request</code> <a class="header-anchor" href="#invalid-request" aria-label="Permalink to &quot;\`invalid-request\`&quot;">​</a></h1><p>The proxy answers <strong>400 Bad Request</strong> with this code.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>A field is missing, unknown, too long or of the wrong type. The answer lists each one under <code>errors</code>, by its path. The same code means that the service found the input of a new location wrong, or that the body of a webhook is no event.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>The caller.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Read <code>errors</code> in the answer, such as <code>{&quot;path&quot;: &quot;[0].totalAmount&quot;, &quot;message&quot;: &quot;…&quot;}</code>, and correct that field.</li><li>Send numbers as numbers: <code>100</code>, not <code>&quot;100&quot;</code>. Amounts have at most two decimals.</li><li>Send <code>representativeEmail</code> in place of <code>advisorEmail</code>. See <a href="/migrating.html">migrating</a>.</li><li>For a text, send a phone number, and names without links in them.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Financing is not available here.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Console of the browser: a warning that says what was found and what to do.</li><li>Answer: <code>code</code> in the body, which is <code>application/problem+json</code>. Its <code>requestId</code> is also in the log.</li><li>Metrics: <code>financing_requests_total</code>, with this <code>code</code> as a label.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/invalid-request.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const invalidRequest = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  invalidRequest as default
};
