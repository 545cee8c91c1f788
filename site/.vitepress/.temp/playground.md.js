import { resolveComponent, withCtx, createVNode, useSSRContext } from "vue";
import { ssrRenderAttrs, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Playground","description":"Try the elements on a sandbox inside of the page, and copy the snippet.","frontmatter":{"title":"Playground","description":"Try the elements on a sandbox inside of the page, and copy the snippet.","layout":"page","sidebar":false},"headers":[],"relativePath":"playground.md","filePath":"site/playground.md"}');
const _sfc_main = { name: "playground.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  const _component_ClientOnly = resolveComponent("ClientOnly");
  const _component_Playground = resolveComponent("Playground", true);
  _push(`<div${ssrRenderAttrs(_attrs)}><div class="vp-doc live-page"><h1 id="playground" tabindex="-1">Playground <a class="header-anchor" href="#playground" aria-label="Permalink to &quot;Playground&quot;">​</a></h1><p>Change a control and watch the elements, the requests they send and the events they fire. The link to this page holds what you set, so you can share it. It never holds what you type into a form of the elements.</p>`);
  _push(ssrRenderComponent(_component_ClientOnly, null, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(ssrRenderComponent(_component_Playground, null, null, _parent2, _scopeId));
      } else {
        return [
          createVNode(_component_Playground)
        ];
      }
    }),
    _: 1
  }, _parent));
  _push(`<p><noscript>The playground needs JavaScript.</noscript></p></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/playground.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const playground = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  playground as default
};
