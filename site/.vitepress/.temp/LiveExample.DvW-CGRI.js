import { defineComponent, ref, resolveComponent, mergeProps, withCtx, createVNode, openBlock, createBlock, createCommentVNode, toDisplayString, useSSRContext } from "vue";
import { ssrRenderAttrs, ssrRenderComponent, ssrInterpolate, ssrRenderSlot } from "vue/server-renderer";
import { L as LiveStage, E as EventLog } from "./LiveStage.CxCrhrxa.js";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const shownEvents = 5;
const _sfc_main = /* @__PURE__ */ defineComponent({
  __name: "LiveExample",
  __ssrInlineRender: true,
  props: {
    source: {}
  },
  setup(__props) {
    const entries = ref([]);
    const hasFailed = ref(false);
    async function onReady(root) {
      try {
        const { startFinancing } = await import("./financing.DcIckztJ.js").then((n) => n.f);
        startFinancing();
        root.innerHTML = __props.source;
      } catch {
        hasFailed.value = true;
      }
    }
    function onEvent(entry) {
      entries.value = [entry, ...entries.value].slice(0, shownEvents);
    }
    return (_ctx, _push, _parent, _attrs) => {
      const _component_ClientOnly = resolveComponent("ClientOnly");
      _push(`<div${ssrRenderAttrs(mergeProps({ class: "live-example" }, _attrs))} data-v-a4e3fdce>`);
      _push(ssrRenderComponent(_component_ClientOnly, null, {
        default: withCtx((_, _push2, _parent2, _scopeId) => {
          if (_push2) {
            _push2(ssrRenderComponent(LiveStage, {
              onReady,
              onEvent
            }, null, _parent2, _scopeId));
            if (hasFailed.value) {
              _push2(`<p data-v-a4e3fdce${_scopeId}>The live example could not be loaded. Reload the page to try again.</p>`);
            } else {
              _push2(`<!---->`);
            }
            _push2(`<details class="live-example-events" data-v-a4e3fdce${_scopeId}><summary data-v-a4e3fdce${_scopeId}>Events (${ssrInterpolate(entries.value.length)})</summary>`);
            _push2(ssrRenderComponent(EventLog, { entries: entries.value }, null, _parent2, _scopeId));
            _push2(`</details>`);
          } else {
            return [
              createVNode(LiveStage, {
                onReady,
                onEvent
              }),
              hasFailed.value ? (openBlock(), createBlock("p", { key: 0 }, "The live example could not be loaded. Reload the page to try again.")) : createCommentVNode("", true),
              createVNode("details", { class: "live-example-events" }, [
                createVNode("summary", null, "Events (" + toDisplayString(entries.value.length) + ")", 1),
                createVNode(EventLog, { entries: entries.value }, null, 8, ["entries"])
              ])
            ];
          }
        }),
        _: 1
      }, _parent));
      ssrRenderSlot(_ctx.$slots, "default", {}, () => {
        _push(`<pre class="live-code" data-v-a4e3fdce><code data-v-a4e3fdce>${ssrInterpolate(__props.source)}</code></pre>`);
      }, _push, _parent);
      _push(`</div>`);
    };
  }
});
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/LiveExample.vue");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const LiveExample = /* @__PURE__ */ _export_sfc(_sfc_main, [["__scopeId", "data-v-a4e3fdce"]]);
export {
  LiveExample as default
};
