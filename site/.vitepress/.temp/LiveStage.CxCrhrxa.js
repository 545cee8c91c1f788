import { defineComponent, mergeProps, useSSRContext, useTemplateRef, ref, onMounted, shallowRef, nextTick } from "vue";
import { ssrRenderAttrs, ssrRenderList, ssrInterpolate, ssrRenderAttr, ssrRenderStyle, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const _sfc_main$2 = /* @__PURE__ */ defineComponent({
  __name: "EventLog",
  __ssrInlineRender: true,
  props: {
    entries: {}
  },
  setup(__props) {
    return (_ctx, _push, _parent, _attrs) => {
      if (!__props.entries.length) {
        _push(`<p${ssrRenderAttrs(mergeProps({ class: "live-quiet" }, _attrs))} data-v-dd67b504>No events so far.</p>`);
      } else {
        _push(`<ol${ssrRenderAttrs(mergeProps({
          class: "live-events",
          reversed: ""
        }, _attrs))} data-v-dd67b504><!--[-->`);
        ssrRenderList(__props.entries, ({ id, type, from, fields }) => {
          _push(`<li data-v-dd67b504><code data-v-dd67b504>${ssrInterpolate(type)}</code> <span class="live-quiet" data-v-dd67b504>from &lt;${ssrInterpolate(from)}&gt;</span><!--[-->`);
          ssrRenderList(fields, (value, name) => {
            _push(`<div class="live-field" data-v-dd67b504><code data-v-dd67b504>${ssrInterpolate(name)}: ${ssrInterpolate(JSON.stringify(value))}</code></div>`);
          });
          _push(`<!--]--></li>`);
        });
        _push(`<!--]--></ol>`);
      }
    };
  }
});
const _sfc_setup$2 = _sfc_main$2.setup;
_sfc_main$2.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/EventLog.vue");
  return _sfc_setup$2 ? _sfc_setup$2(props, ctx) : void 0;
};
const EventLog = /* @__PURE__ */ _export_sfc(_sfc_main$2, [["__scopeId", "data-v-dd67b504"]]);
const _sfc_main$1 = /* @__PURE__ */ defineComponent({
  __name: "HostedPage",
  __ssrInlineRender: true,
  props: {
    url: {},
    isText: { type: Boolean }
  },
  emits: ["close"],
  setup(__props, { emit: __emit }) {
    const emit = __emit;
    const heading = useTemplateRef("heading");
    useTemplateRef("frame");
    const page = ref("");
    onMounted(async () => {
      var _a;
      (_a = heading.value) == null ? void 0 : _a.focus();
      await show(new Request(__props.url));
    });
    async function show(request) {
      const { openHostedPage } = await import("./financing.DcIckztJ.js").then((n) => n.f);
      const response = await openHostedPage(request);
      const target = response.headers.get("location");
      if (target !== null) {
        const next = new URL(target, request.url);
        return next.origin === new URL(__props.url).origin ? show(new Request(next)) : emit("close");
      }
      page.value = await response.text();
    }
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<section${ssrRenderAttrs(mergeProps({
        class: "live-hosted",
        "aria-label": "The page of the link"
      }, _attrs))} data-v-af81f81d><p class="live-hosted-title" tabindex="-1" data-v-af81f81d>The link opens here</p><p data-v-af81f81d>${ssrInterpolate(__props.isText ? "In a shop, the customer gets a text with" : "In a shop, a new window opens at")} <code data-v-af81f81d>${ssrInterpolate(__props.url)}</code>. Here you see the page of the sandbox that stands for it: finish or leave it, then go back. </p><iframe title="Page of the sandbox"${ssrRenderAttr("srcdoc", page.value)} data-v-af81f81d></iframe><button type="button" class="live-button" data-v-af81f81d>Back to the shop</button></section>`);
    };
  }
});
const _sfc_setup$1 = _sfc_main$1.setup;
_sfc_main$1.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/HostedPage.vue");
  return _sfc_setup$1 ? _sfc_setup$1(props, ctx) : void 0;
};
const HostedPage = /* @__PURE__ */ _export_sfc(_sfc_main$1, [["__scopeId", "data-v-af81f81d"]]);
const eventFields = {
  "financing-estimate": ["estimate"],
  "financing-unavailable": [],
  "financing-link": ["operation", "url"],
  "financing-status": ["status"],
  "financing-error": ["code", "operation"]
};
let events = 0;
function createStage(host, { onEvent, onLink }) {
  const root = host.attachShadow({ mode: "open" });
  for (const type of Object.keys(eventFields)) {
    host.addEventListener(type, (event) => {
      const [opener] = event.composedPath();
      if (!opener) return;
      const given = event;
      const fields = Object.fromEntries(eventFields[type].map((name) => [name, given[name]]));
      onEvent({ id: ++events, type, from: opener.localName, fields });
      if (type !== "financing-link") return;
      event.preventDefault();
      const isText = opener.getAttribute("delivery") === "sms";
      onLink({ url: String(fields["url"]), isText, opener });
    });
  }
  host.addEventListener("click", onClick, { capture: true });
  return root;
}
function onClick(event) {
  withholdWindow();
  for (const element of event.composedPath()) {
    if (element instanceof HTMLElement && element.matches("prequal-button")) {
      Object.assign(element, { referral: createReference("cart") });
    } else if (element instanceof HTMLElement && element.matches("pay-over-time-button")) {
      Object.assign(element, { transactionId: createReference("order") });
    }
  }
}
function createReference(kind) {
  return `${kind}-${crypto.randomUUID()}`;
}
const openWindow = globalThis.open;
function withholdWindow() {
  globalThis.open = () => null;
  setTimeout(() => globalThis.open = openWindow);
}
function renderProduct(root, product) {
  const box = root.querySelector(".product") ?? root.appendChild(document.createElement("div"));
  setAttributes(box, product.attributes);
  for (const [index, { tag, attributes, content }] of product.elements.entries()) {
    const element = box.children[index] ?? box.appendChild(document.createElement(tag));
    setAttributes(element, attributes);
    if (element.textContent !== content) element.textContent = content;
  }
}
function setAttributes(element, attributes) {
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
function setStyleSheets(root, ...styleSheets) {
  root.adoptedStyleSheets = styleSheets.map((css) => {
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(css);
    return styleSheet;
  });
}
const _sfc_main = /* @__PURE__ */ defineComponent({
  __name: "LiveStage",
  __ssrInlineRender: true,
  props: {
    width: {},
    font: {}
  },
  emits: ["ready", "event"],
  setup(__props, { emit: __emit }) {
    const emit = __emit;
    const host = useTemplateRef("host");
    const link = shallowRef();
    onMounted(() => {
      if (!host.value) return;
      const root = createStage(host.value, {
        onEvent: (entry) => emit("event", entry),
        onLink: (opened) => link.value = opened
      });
      emit("ready", root);
    });
    async function close() {
      var _a;
      const opener = (_a = link.value) == null ? void 0 : _a.opener;
      link.value = void 0;
      document.dispatchEvent(new Event("visibilitychange"));
      await nextTick();
      opener == null ? void 0 : opener.focus();
    }
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<!--[--><div class="live-stage" data-v-f0e4291d><div class="live-stage-box" style="${ssrRenderStyle({ inlineSize: __props.width ? `${__props.width}px` : void 0, fontFamily: __props.font })}" data-v-f0e4291d><div data-financing-location="main-street" data-v-f0e4291d></div></div></div>`);
      if (link.value) {
        _push(ssrRenderComponent(HostedPage, {
          key: link.value.url,
          url: link.value.url,
          "is-text": link.value.isText,
          onClose: close
        }, null, _parent));
      } else {
        _push(`<!---->`);
      }
      _push(`<!--]-->`);
    };
  }
});
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/LiveStage.vue");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const LiveStage = /* @__PURE__ */ _export_sfc(_sfc_main, [["__scopeId", "data-v-f0e4291d"]]);
export {
  EventLog as E,
  LiveStage as L,
  renderProduct as r,
  setStyleSheets as s
};
