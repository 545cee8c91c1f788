import { defineComponent, useSSRContext, useId, unref, ref, watch, computed, mergeProps, shallowRef, onMounted, onBeforeUnmount } from "vue";
import { ssrRenderList, ssrIncludeBooleanAttr, ssrInterpolate, ssrRenderAttrs, ssrRenderAttr, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
import { s as setStyleSheets, r as renderProduct, L as LiveStage, E as EventLog } from "./LiveStage.CxCrhrxa.js";
import { p as parseAmount } from "./amount.BOkd2BvK.js";
const _sfc_main$4 = /* @__PURE__ */ defineComponent({
  __name: "CallLog",
  __ssrInlineRender: true,
  props: {
    calls: {}
  },
  setup(__props) {
    function asText(json) {
      return JSON.stringify(json, null, 2);
    }
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<!--[-->`);
      if (!__props.calls.length) {
        _push(`<p class="live-quiet" data-v-148f7fb2>No request so far.</p>`);
      } else {
        _push(`<!---->`);
      }
      _push(`<!--[-->`);
      ssrRenderList(__props.calls, (call, index) => {
        _push(`<details class="live-call"${ssrIncludeBooleanAttr(index === 0) ? " open" : ""} data-v-148f7fb2><summary data-v-148f7fb2><code data-v-148f7fb2>${ssrInterpolate(call.request)}</code><span class="live-quiet" data-v-148f7fb2>${ssrInterpolate(call.status === void 0 ? "waiting" : `${call.status} in ${call.durationMs} ms`)}</span></summary><p class="live-label" data-v-148f7fb2>Request</p><pre class="live-code" data-v-148f7fb2><code data-v-148f7fb2>${ssrInterpolate(asText(call.requestBody))}</code></pre>`);
        if (call.status !== void 0) {
          _push(`<!--[--><p class="live-label" data-v-148f7fb2>Answer</p><pre class="live-code" data-v-148f7fb2><code data-v-148f7fb2>${ssrInterpolate(asText(call.answerBody))}</code></pre><!--]-->`);
        } else {
          _push(`<!---->`);
        }
        _push(`</details>`);
      });
      _push(`<!--]--><!--]-->`);
    };
  }
});
const _sfc_setup$4 = _sfc_main$4.setup;
_sfc_main$4.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/CallLog.vue");
  return _sfc_setup$4 ? _sfc_setup$4(props, ctx) : void 0;
};
const CallLog = /* @__PURE__ */ _export_sfc(_sfc_main$4, [["__scopeId", "data-v-148f7fb2"]]);
const _sfc_main$3 = /* @__PURE__ */ defineComponent({
  __name: "ChoiceControl",
  __ssrInlineRender: true,
  props: {
    label: {},
    value: {},
    options: {}
  },
  emits: ["choose"],
  setup(__props, { emit: __emit }) {
    const id = useId();
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<div${ssrRenderAttrs(_attrs)}><label${ssrRenderAttr("for", unref(id))}>${ssrInterpolate(__props.label)}</label><select${ssrRenderAttr("id", unref(id))}${ssrRenderAttr("value", __props.value)}><!--[-->`);
      ssrRenderList(__props.options, (text, option) => {
        _push(`<option${ssrRenderAttr("value", option)}>${ssrInterpolate(text)}</option>`);
      });
      _push(`<!--]--></select></div>`);
    };
  }
});
const _sfc_setup$3 = _sfc_main$3.setup;
_sfc_main$3.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/ChoiceControl.vue");
  return _sfc_setup$3 ? _sfc_setup$3(props, ctx) : void 0;
};
const harbor = `.product {
  padding: 1.5rem;
  border-radius: 0.25rem;
  background: #f3f7fb;
  color: #10243e;
  color-scheme: light;
  --financing-button-background: #0b4f94;
  --financing-button-color: #fff;
  --financing-button-border-color: #0b4f94;
  --financing-button-radius: 0.25rem;
}
financing-estimate::part(payment) {
  color: #0b4f94;
}`;
const orchard = `.product {
  padding: 1.5rem;
  border: 2px solid #2f6b3a;
  border-radius: 1.25rem;
  background: #fffaf0;
  color: #2c2a1e;
  color-scheme: light;
  --financing-payment-weight: 700;
  --financing-button-border-color: #2f6b3a;
  --financing-button-color: #24562e;
  --financing-button-radius: 999px;
  --financing-dialog-background: #fffaf0;
  --financing-dialog-color: #2c2a1e;
}
financing-estimate::part(payment) {
  color: #24562e;
}
pay-over-time-button::part(button) {
  background: #2f6b3a;
  color: #fff;
}`;
const volt = `.product {
  padding: 1.5rem;
  background: #15131f;
  color: #f2f0fa;
  color-scheme: dark;
  --financing-payment-weight: 800;
  --financing-button-border-color: #c8ff4d;
  --financing-button-radius: 0;
  --financing-dialog-background: #221f31;
  --financing-dialog-color: #f2f0fa;
  --financing-dialog-radius: 0;
}
financing-estimate::part(payment) {
  color: #c8ff4d;
}
pay-over-time-button::part(button) {
  background: #c8ff4d;
  color: #15131f;
}`;
const skins = {
  page: { label: "None: the page’s own", css: "" },
  harbor: { label: "Harbor", css: harbor },
  orchard: { label: "Orchard", css: orchard },
  volt: { label: "Volt", css: volt }
};
const refused = /\\|@import|@font-face|@namespace|<\/|(?:url|src|image|image-set)\s*\(/i;
function cssProblem(css) {
  const [found] = refused.exec(css) ?? [];
  return found === void 0 ? void 0 : `Remove ${found.trim()}: files, fonts and escapes cannot be used here.`;
}
const choices = {
  location: ["main-street", "smile-dental", "sunset-motors"],
  language: ["en", "es"],
  font: ["page", "arial", "georgia", "verdana", "monospace"],
  skin: Object.keys(skins),
  layout: ["auto", "stacked", "inline"],
  details: ["icon", "text"],
  delivery: ["open", "sms"],
  situation: ["normal", "unavailable", "error", "slow"],
  framework: ["html", "react", "vue", "svelte"]
};
const textNames = [
  "payment",
  "apr",
  "downPayment",
  "detailsShort",
  "disclosure",
  "prequalify",
  "payOverTime"
];
const widths = { from: 200, to: 900 };
const limits = { amount: 24, text: 300, css: 4e3 };
const defaultState = {
  ...Object.fromEntries(
    Object.entries(choices).map(([name, [first]]) => [name, first])
  ),
  amount: "1299.00",
  width: 0,
  texts: {},
  css: void 0
};
function toQuery(state) {
  const query = new URLSearchParams();
  for (const name of ["amount", "width", ...choiceNames]) {
    if (state[name] !== defaultState[name]) query.set(name, String(state[name]));
  }
  for (const name of textNames) {
    const text = state.texts[name];
    if (text !== void 0) query.set(textParameter(name), text);
  }
  if (state.css !== void 0) query.set("css", state.css);
  return query.toString();
}
function fromQuery(text) {
  const query = new URLSearchParams(text);
  const chosen = choiceNames.filter((name) => isChoice(name, query.get(name)));
  const width = Number(query.get("width"));
  const amount = within(limits.amount, query.get("amount"));
  const css = query.get("css") ?? void 0;
  return {
    ...defaultState,
    ...Object.fromEntries(chosen.map((name) => [name, query.get(name)])),
    amount: amount !== void 0 && isPrintable(amount) ? amount : defaultState.amount,
    width: Number.isInteger(width) && width >= widths.from && width <= widths.to ? width : 0,
    texts: Object.fromEntries(
      textNames.flatMap((name) => {
        const replacement = within(limits.text, query.get(textParameter(name)));
        return replacement ? [[name, replacement]] : [];
      })
    ),
    css: css !== void 0 && styleProblem(css) === void 0 ? css : void 0
  };
}
function styleProblem(css) {
  if (css.length > limits.css) return `At most ${limits.css} characters fit into the link.`;
  return cssProblem(css);
}
function styleSheetOf({ css, skin }) {
  return css ?? skins[skin].css;
}
const choiceNames = Object.keys(choices);
function isChoice(name, value) {
  return choices[name].includes(value);
}
function isPrintable(text) {
  return new RegExp("^\\P{C}*$", "u").test(text);
}
function textParameter(name) {
  return `text.${name}`;
}
function within(limit, text) {
  return text !== null && text.length <= limit ? text : void 0;
}
const _sfc_main$2 = /* @__PURE__ */ defineComponent({
  __name: "PlaygroundControls",
  __ssrInlineRender: true,
  props: {
    state: {},
    ownTexts: {}
  },
  emits: ["change"],
  setup(__props, { emit: __emit }) {
    const emit = __emit;
    const unlimited = widths.to + 10;
    const css = ref(styleSheetOf(__props.state));
    watch(
      () => styleSheetOf(__props.state),
      (applied) => css.value = applied
    );
    const cssProblem2 = computed(() => styleProblem(css.value));
    const skinLabels = Object.fromEntries(
      Object.entries(skins).map(([name, { label }]) => [name, label])
    );
    const missingValues = computed(
      () => textNames.flatMap((name) => {
        const text = __props.state.texts[name];
        const missing = valuesIn(__props.ownTexts[name]).filter((value) => !(text == null ? void 0 : text.includes(value)));
        return text && missing.length ? [{ name, missing: missing.join(" and ") }] : [];
      })
    );
    function valuesIn(text) {
      return text.match(/\{\w+\}/g) ?? [];
    }
    const textLabels = {
      payment: "Payment",
      apr: "APR",
      downPayment: "Down payment",
      detailsShort: "Details button, as a word",
      disclosure: "Small print of the details",
      prequalify: "Pre-qualification button",
      payOverTime: "Pay-over-time button"
    };
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<form${ssrRenderAttrs(mergeProps({ class: "live-controls" }, _attrs))}><div class="live-wide"><label for="playground-amount">Amount</label><input id="playground-amount"${ssrRenderAttr("value", __props.state.amount)} inputmode="decimal" maxlength="24" autocomplete="off" aria-describedby="playground-amount-hint"><p id="playground-amount-hint" class="live-quiet"> The sandbox finances $60 to $20,000. An ambiguous amount, such as <code>12,99</code>, is an error. </p></div>`);
      _push(ssrRenderComponent(_sfc_main$3, {
        class: "live-wide",
        label: "Location",
        value: __props.state.location,
        options: {
          "main-street": "main-street: 9.99% APR",
          "smile-dental": "smile-dental: 0% APR",
          "sunset-motors": "sunset-motors: 29.99% APR, 10% down"
        },
        onChoose: ($event) => emit("change", { location: $event })
      }, null, _parent));
      _push(ssrRenderComponent(_sfc_main$3, {
        class: "live-wide",
        label: "What the service does",
        value: __props.state.situation,
        options: {
          normal: "It answers",
          unavailable: "It cannot finance the amount (-1)",
          error: "It fails (500)",
          slow: "It answers after 2.5 seconds"
        },
        onChoose: ($event) => emit("change", { situation: $event })
      }, null, _parent));
      _push(ssrRenderComponent(_sfc_main$3, {
        label: "Language",
        value: __props.state.language,
        options: { en: "English", es: "Spanish" },
        onChoose: ($event) => emit("change", { language: $event })
      }, null, _parent));
      _push(ssrRenderComponent(_sfc_main$3, {
        label: "Layout",
        value: __props.state.layout,
        options: { auto: "auto", stacked: "stacked", inline: "inline" },
        onChoose: ($event) => emit("change", { layout: $event })
      }, null, _parent));
      _push(ssrRenderComponent(_sfc_main$3, {
        label: "Details button",
        value: __props.state.details,
        options: { icon: "icon", text: "text" },
        onChoose: ($event) => emit("change", { details: $event })
      }, null, _parent));
      _push(ssrRenderComponent(_sfc_main$3, {
        label: "Font",
        value: __props.state.font,
        options: {
          page: "The page’s",
          arial: "Arial",
          georgia: "Georgia",
          verdana: "Verdana",
          monospace: "Monospace"
        },
        onChoose: ($event) => emit("change", { font: $event })
      }, null, _parent));
      _push(ssrRenderComponent(_sfc_main$3, {
        class: "live-wide",
        label: "Delivery of links",
        value: __props.state.delivery,
        options: { open: "open: in a new window", sms: "sms: as a text message" },
        onChoose: ($event) => emit("change", { delivery: $event })
      }, null, _parent));
      _push(`<div class="live-wide"><label for="playground-width"> Width of the container: <output>${ssrInterpolate(__props.state.width === 0 ? "all there is" : `${__props.state.width} px`)}</output></label><input id="playground-width" type="range"${ssrRenderAttr("min", unref(widths).from)}${ssrRenderAttr("max", unlimited)} step="10"${ssrRenderAttr("value", __props.state.width || unlimited)}${ssrRenderAttr("aria-valuetext", __props.state.width === 0 ? "all there is" : `${__props.state.width} pixels`)}></div>`);
      _push(ssrRenderComponent(_sfc_main$3, {
        class: "live-wide",
        label: "Skin",
        value: __props.state.skin,
        options: unref(skinLabels),
        onChoose: ($event) => emit("change", { skin: $event, css: void 0 })
      }, null, _parent));
      _push(`<div class="live-wide"><label for="playground-css">Style sheet: parts and custom properties</label><textarea id="playground-css" rows="10" spellcheck="false" autocapitalize="off" placeholder="financing-estimate::part(payment) { color: rebeccapurple }"${ssrRenderAttr("aria-invalid", cssProblem2.value !== void 0)} aria-describedby="playground-css-problem">${ssrInterpolate(css.value)}</textarea><p id="playground-css-problem" role="status" class="live-problem">${ssrInterpolate(cssProblem2.value)}</p></div><details class="live-wide"${ssrIncludeBooleanAttr(Object.keys(__props.state.texts).length > 0) ? " open" : ""}><summary>Texts</summary><!--[-->`);
      ssrRenderList(unref(textNames), (name) => {
        _push(`<div class="live-text"><label${ssrRenderAttr("for", `playground-text-${name}`)}>${ssrInterpolate(textLabels[name])}</label><input${ssrRenderAttr("id", `playground-text-${name}`)}${ssrRenderAttr("value", __props.state.texts[name] ?? "")}${ssrRenderAttr("placeholder", __props.ownTexts[name])} maxlength="300" autocomplete="off"></div>`);
      });
      _push(`<!--]--><p role="status" class="live-problem"><!--[-->`);
      ssrRenderList(missingValues.value, ({ name, missing }) => {
        _push(`<!--[-->${ssrInterpolate(textLabels[name])} needs ${ssrInterpolate(missing)}; until then the elements use their own text. <!--]-->`);
      });
      _push(`<!--]--></p></details></form>`);
    };
  }
});
const _sfc_setup$2 = _sfc_main$2.setup;
_sfc_main$2.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/PlaygroundControls.vue");
  return _sfc_setup$2 ? _sfc_setup$2(props, ctx) : void 0;
};
const productCss = `.product > * {
  margin-block: 0 0.75rem;
  margin-inline-end: 0.5rem;
  vertical-align: top;
}`;
const fallbacks = {
  en: "Financing available at checkout",
  es: "Financiamiento disponible al pagar"
};
function productOf(state) {
  const { amount, language, location } = state;
  const delivery = unlessDefault(state, "delivery");
  return {
    attributes: {
      class: "product",
      ...unlessDefault(state, "language", "lang"),
      "data-financing-location": location
    },
    elements: [
      { tag: "p", attributes: { class: "price" }, content: priceOf(amount) },
      {
        tag: "financing-estimate",
        attributes: {
          amount,
          ...unlessDefault(state, "layout"),
          ...unlessDefault(state, "details")
        },
        content: fallbacks[language]
      },
      { tag: "prequal-button", attributes: { referral: "cart-4711", ...delivery }, content: "" },
      {
        tag: "pay-over-time-button",
        attributes: { amount, "transaction-id": "order-4711", ...delivery },
        content: ""
      }
    ]
  };
}
function unlessDefault(state, name, attribute = name) {
  return state[name] === defaultState[name] ? {} : { [attribute]: state[name] };
}
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
function priceOf(amount) {
  const parsed = parseAmount(amount);
  return parsed === void 0 ? amount : dollars.format(parsed);
}
function snippetOf(state, framework) {
  return writers[framework]({
    product: productOf(state),
    css: [productCss, styleSheetOf(state).trim()].filter(Boolean).join("\n"),
    configuration: configurationOf(state)
  });
}
const writers = {
  html: ({ product, css, configuration }) => [
    {
      name: "index.html",
      code: `<link rel="stylesheet" href="/financing/elements.css" />
<script type="module" src="/financing/elements.js"><\/script>
${configuration && inScript(`import { configure } from '/financing/elements.js';

${configuration}`)}<style>
${indent(css)}
</style>

${markupOf(product, inHtml)}
`
    }
  ],
  react: ({ product, css, configuration }) => [
    {
      name: "Financing.tsx",
      code: `${imports(configuration, "react")}
import './financing.css';
${configuration && `
${configuration}
`}
export function Financing() {
  return (
${indent(markupOf(product, inJsx), 4)}
  );
}
`
    },
    { name: "financing.css", code: `${css}
` }
  ],
  vue: ({ product, css, configuration }) => [
    {
      name: "Financing.vue",
      code: `<script setup lang="ts">
${imports(configuration, "vue")}
${configuration && `
${configuration}
`}<\/script>

<template>
${indent(markupOf(product, inHtml))}
</template>

<style>
${css}
</style>
`
    }
  ],
  svelte: ({ product, css, configuration }) => [
    {
      name: "Financing.svelte",
      code: `<script lang="ts">
${indent(imports(configuration, "svelte"))}
${configuration && `
${indent(configuration)}
`}<\/script>

${markupOf(product, inSvelte)}

<style>
  :global {
${indent(css, 4)}
  }
</style>
`
    }
  ]
};
function imports(configuration, framework) {
  return `${configuration ? `import { configure } from 'financing-elements'` : `import 'financing-elements'`}; // registers the tags
import type {} from 'financing-elements/${framework}'; // their types in templates
import 'financing-elements/elements.css'; // reserves their space`;
}
function inScript(code) {
  return `<script type="module">
${indent(code)}
<\/script>
`;
}
function configurationOf({ texts, language }) {
  if (Object.keys(texts).length === 0) return "";
  const literal = JSON.stringify({ text: { [language]: texts } }, null, 2);
  return `configure(${literal.replaceAll("<", "\\u003c")});`;
}
function markupOf({ attributes, elements }, notation) {
  const tag = (name, of) => [name, ...Object.entries(of).map(([key, value]) => notation.attribute(key, value))].join(" ");
  const children = elements.map(
    ({ tag: name, attributes: own, content }) => `<${tag(name, own)}>${notation.text(content)}</${name}>`
  );
  return `<${tag("div", attributes)}>
${indent(children.join("\n"))}
</div>`;
}
const entities = {
  "&": "&amp;",
  '"': "&quot;",
  "<": "&lt;",
  ">": "&gt;",
  "{": "&#123;",
  "}": "&#125;"
};
const inHtml = {
  attribute: (name, value) => `${name}="${value.replace(/[&"<>]/g, entityOf)}"`,
  // Vue reads braces in a text as an expression.
  text: (value) => value.replace(/[&<>{}]/g, entityOf)
};
const inSvelte = {
  attribute: (name, value) => `${name}="${value.replace(/[&"<>{}]/g, entityOf)}"`,
  text: (value) => value.replace(/[&<>{}]/g, entityOf)
};
const inJsx = {
  attribute: (name, value) => {
    const property = name === "class" ? "className" : name;
    return /["&{}<>\\]/.test(value) ? `${property}={${JSON.stringify(value)}}` : `${property}="${value}"`;
  },
  text: (value) => value.replace(/[&<>{}]/g, entityOf)
};
function entityOf(character) {
  return entities[character] ?? character;
}
function indent(text, by = 2) {
  return text.replace(/^(?=.)/gm, " ".repeat(by));
}
const _sfc_main$1 = /* @__PURE__ */ defineComponent({
  __name: "SnippetPanel",
  __ssrInlineRender: true,
  props: {
    state: {}
  },
  emits: ["framework"],
  setup(__props, { emit: __emit }) {
    const labels = {
      html: "HTML",
      react: "React",
      vue: "Vue",
      svelte: "Svelte"
    };
    const files = computed(() => snippetOf(__props.state, __props.state.framework));
    const copied = ref();
    watch(files, () => copied.value = void 0);
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<!--[--><fieldset class="live-frameworks" data-v-ceec7419><legend class="visually-hidden" data-v-ceec7419>Framework</legend><!--[-->`);
      ssrRenderList(unref(choices).framework, (framework) => {
        _push(`<label data-v-ceec7419><input type="radio" name="framework"${ssrRenderAttr("value", framework)}${ssrIncludeBooleanAttr(framework === __props.state.framework) ? " checked" : ""} data-v-ceec7419> ${ssrInterpolate(labels[framework])}</label>`);
      });
      _push(`<!--]--></fieldset><!--[-->`);
      ssrRenderList(files.value, (file) => {
        _push(`<div class="live-file" data-v-ceec7419><div class="live-file-head" data-v-ceec7419><code data-v-ceec7419>${ssrInterpolate(file.name)}</code><button type="button" class="live-button" data-v-ceec7419> Copy <span class="visually-hidden" data-v-ceec7419>${ssrInterpolate(file.name)}</span></button></div><pre class="live-code" data-snippet data-v-ceec7419><code data-v-ceec7419>${ssrInterpolate(file.code)}</code></pre></div>`);
      });
      _push(`<!--]--><p role="status" class="live-quiet" data-v-ceec7419>`);
      if (copied.value) {
        _push(`<!--[-->${ssrInterpolate(copied.value.hasFailed ? "The browser does not allow copying here. Select the text and copy it." : `${copied.value.name} is copied.`)}<!--]-->`);
      } else {
        _push(`<!---->`);
      }
      _push(`</p><p class="live-quiet" data-v-ceec7419> Width and font are those of your page, so the snippet leaves them out. The elements find the proxy at <code data-v-ceec7419>/financing</code>. </p><!--]-->`);
    };
  }
});
const _sfc_setup$1 = _sfc_main$1.setup;
_sfc_main$1.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/SnippetPanel.vue");
  return _sfc_setup$1 ? _sfc_setup$1(props, ctx) : void 0;
};
const SnippetPanel = /* @__PURE__ */ _export_sfc(_sfc_main$1, [["__scopeId", "data-v-ceec7419"]]);
const shownCalls = 5;
const shownEvents = 20;
const _sfc_main = /* @__PURE__ */ defineComponent({
  __name: "Playground",
  __ssrInlineRender: true,
  setup(__props) {
    const state = ref(fromQuery(window.location.search));
    const calls = ref([]);
    const events = ref([]);
    const announcement = ref("");
    const hasFailed = ref(false);
    const financing = shallowRef();
    const stage = shallowRef();
    const fonts = {
      page: void 0,
      arial: "Arial, sans-serif",
      georgia: "Georgia, serif",
      verdana: "Verdana, sans-serif",
      monospace: "monospace"
    };
    const ownTexts = computed(() => {
      var _a;
      const texts = (_a = financing.value) == null ? void 0 : _a.ownTexts(state.value.language);
      return Object.fromEntries(textNames.map((name) => [name, (texts == null ? void 0 : texts[name]) ?? ""]));
    });
    let stopObserving;
    let urlTimer;
    onMounted(async () => {
      addEventListener("popstate", restore);
      try {
        const loaded = await import("./financing.DcIckztJ.js").then((n) => n.f);
        stopObserving = loaded.observeCalls(showCall);
        loaded.startFinancing();
        loaded.askAgain(state.value.situation);
        financing.value = loaded;
      } catch {
        hasFailed.value = true;
      }
    });
    onBeforeUnmount(() => {
      var _a, _b;
      removeEventListener("popstate", restore);
      clearTimeout(urlTimer);
      stopObserving == null ? void 0 : stopObserving();
      (_a = financing.value) == null ? void 0 : _a.askAgain("normal");
      (_b = financing.value) == null ? void 0 : _b.useTexts("en", {});
    });
    watch([stage, financing, state], render);
    watch(
      () => state.value.situation,
      (situation) => {
        var _a;
        return (_a = financing.value) == null ? void 0 : _a.askAgain(situation);
      }
    );
    watch(state, writeUrl);
    function render() {
      if (!stage.value || !financing.value) return;
      setStyleSheets(stage.value, productCss, styleSheetOf(state.value));
      renderProduct(stage.value, productOf(state.value));
      financing.value.useTexts(state.value.language, state.value.texts);
    }
    function change(changes) {
      state.value = { ...state.value, ...changes };
    }
    function writeUrl() {
      clearTimeout(urlTimer);
      urlTimer = setTimeout(() => history.replaceState(history.state, "", currentUrl()), 250);
    }
    function currentUrl() {
      const url = new URL(window.location.href);
      url.search = toQuery(state.value);
      return url;
    }
    function restore() {
      state.value = fromQuery(window.location.search);
    }
    function showCall(call) {
      const others = calls.value.filter(({ id }) => id !== call.id);
      calls.value = [call, ...others].sort((a, b) => b.id - a.id).slice(0, shownCalls);
    }
    function showEvent(entry) {
      events.value = [entry, ...events.value].slice(0, shownEvents);
    }
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<div${ssrRenderAttrs(mergeProps({ class: "live-playground" }, _attrs))}><section class="live-show" aria-label="The elements">`);
      _push(ssrRenderComponent(LiveStage, {
        width: state.value.width || void 0,
        font: fonts[state.value.font],
        onReady: ($event) => stage.value = $event,
        onEvent: showEvent
      }, null, _parent));
      if (hasFailed.value) {
        _push(`<p>The playground could not be loaded. Reload the page to try again.</p>`);
      } else {
        _push(`<!---->`);
      }
      _push(`<div class="live-actions"><button type="button" class="live-button"> Ask again </button><button type="button" class="live-button">Copy link</button><button type="button" class="live-button">Start over</button></div><p role="status" class="live-quiet">${ssrInterpolate(announcement.value)}</p><p class="live-quiet"> Everything runs in this page: the elements, the proxy and the sandbox. The elements keep an estimate for five minutes; “Ask again” sends a new request. </p></section><section class="live-set" aria-labelledby="playground-controls"><h2 id="playground-controls">Controls</h2>`);
      _push(ssrRenderComponent(_sfc_main$2, {
        state: state.value,
        "own-texts": ownTexts.value,
        onChange: change
      }, null, _parent));
      _push(`</section><section class="live-call-log" aria-labelledby="playground-calls"><h2 id="playground-calls">Calls</h2>`);
      _push(ssrRenderComponent(CallLog, { calls: calls.value }, null, _parent));
      _push(`</section><section class="live-event-log" aria-labelledby="playground-events"><h2 id="playground-events">Events</h2>`);
      _push(ssrRenderComponent(EventLog, { entries: events.value }, null, _parent));
      _push(`</section><section class="live-copy" aria-labelledby="playground-snippet"><h2 id="playground-snippet">Snippet</h2>`);
      _push(ssrRenderComponent(SnippetPanel, {
        state: state.value,
        onFramework: ($event) => change({ framework: $event })
      }, null, _parent));
      _push(`</section></div>`);
    };
  }
});
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/.vitepress/theme/live/Playground.vue");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
export {
  _sfc_main as default
};
