import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"overloaded","description":"","frontmatter":{},"headers":[],"relativePath":"errors/overloaded.md","filePath":"docs/errors/overloaded.md"}');
const _sfc_main = { name: "errors/overloaded.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="overloaded" tabindex="-1"><code>overloaded</code> <a class="header-anchor" href="#overloaded" aria-label="Permalink to &quot;\`overloaded\`&quot;">​</a></h1><p>The proxy answers <strong>503 Service Unavailable</strong> with this code.</p><h2 id="what-happened" tabindex="-1">What happened <a class="header-anchor" href="#what-happened" aria-label="Permalink to &quot;What happened&quot;">​</a></h2><p>Too many calls of the service are under way: 64 in all, 48 of one kind.</p><h2 id="whose-fault" tabindex="-1">Whose fault <a class="header-anchor" href="#whose-fault" aria-label="Permalink to &quot;Whose fault&quot;">​</a></h2><p>More traffic than one replica takes, usually because the service answers slowly.</p><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ul><li>Wait as long as <code>Retry-After</code> says.</li><li>Add a replica, and read <a href="/scaling.html">how far one replica goes</a>.</li></ul><h2 id="where-it-shows" tabindex="-1">Where it shows <a class="header-anchor" href="#where-it-shows" aria-label="Permalink to &quot;Where it shows&quot;">​</a></h2><ul><li>Shopper: an estimate keeps the text inside the element; a button says “Something went wrong. Please try again.”</li><li>Page: the event <code>financing-error</code>, whose <code>code</code> it is.</li><li>Answer: <code>code</code> in the body, which is <code>application/problem+json</code>. Its <code>requestId</code> is also in the log.</li><li>Log: <code>overloaded</code>, at most once a minute.</li><li>Metrics: <code>financing_requests_total</code>, with this <code>code</code> as a label.</li></ul><p><a href="/errors.html">All error codes</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/errors/overloaded.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const overloaded = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  overloaded as default
};
