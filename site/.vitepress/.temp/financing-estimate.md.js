import { resolveComponent, withCtx, createVNode, createTextVNode, useSSRContext } from "vue";
import { ssrRenderAttrs, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"<financing-estimate>","description":"","frontmatter":{},"headers":[],"relativePath":"financing-estimate.md","filePath":"docs/financing-estimate.md"}');
const _sfc_main = { name: "financing-estimate.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  const _component_LiveExample = resolveComponent("LiveExample");
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="financing-estimate" tabindex="-1"><code>&lt;financing-estimate&gt;</code> <a class="header-anchor" href="#financing-estimate" aria-label="Permalink to &quot;\`&lt;financing-estimate&gt;\`&quot;">​</a></h1><p>The monthly payment of an amount, and in the same line its term, its APR and what is due today. A button opens the details.</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: '<financing-estimate amount="1299.00">Financing available at checkout</financing-estimate>\n' }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;1299.00&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;Financing available at checkout&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
      } else {
        return [
          createVNode("div", { class: "language-html vp-adaptive-theme" }, [
            createVNode("button", {
              title: "Copy Code",
              class: "copy"
            }),
            createVNode("span", { class: "lang" }, "html"),
            createVNode("pre", {
              class: "shiki shiki-themes github-light github-dark vp-code",
              tabindex: "0"
            }, [
              createVNode("code", null, [
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "<"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " amount"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"1299.00"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">Financing available at checkout</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ])
              ])
            ])
          ])
        ];
      }
    }),
    _: 1
  }, _parent));
  _push(`<p>The text inside the element is its fallback: shoppers see it without JavaScript, until the first estimate, and after a failure. Keep it to one line. If an amount cannot be financed, the element hides.</p><h2 id="follow-the-price-on-the-page" tabindex="-1">Follow the price on the page <a class="header-anchor" href="#follow-the-price-on-the-page" aria-label="Permalink to &quot;Follow the price on the page&quot;">​</a></h2><p>When the price changes, set <code>amount</code> again. Or let the element read a price that is already on the page, and follow it:</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: '<p class="price">$1,299.00</p>\n<financing-estimate amount-from=".price"></financing-estimate>\n' }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>p</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> class</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;price&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;$1,299.00&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>p</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> amount-from</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;.price&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
      } else {
        return [
          createVNode("div", { class: "language-html vp-adaptive-theme" }, [
            createVNode("button", {
              title: "Copy Code",
              class: "copy"
            }),
            createVNode("span", { class: "lang" }, "html"),
            createVNode("pre", {
              class: "shiki shiki-themes github-light github-dark vp-code",
              tabindex: "0"
            }, [
              createVNode("code", null, [
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "<"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "p"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " class"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"price"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">$1,299.00</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "p"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "<"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " amount-from"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '".price"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "></"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ])
              ])
            ])
          ])
        ];
      }
    }),
    _: 1
  }, _parent));
  _push(`<p>It takes the nearest element that the selector matches. If the text can be read in two ways (<code>$10–$20</code>, <code>1.299,00</code>), the element shows nothing.</p><h2 id="lists" tabindex="-1">Lists <a class="header-anchor" href="#lists" aria-label="Permalink to &quot;Lists&quot;">​</a></h2><p>In a long list, <code>loading=&quot;lazy&quot;</code> asks when the element comes within two screens of the viewport:</p><div class="language-html vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">li</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;Armchair, $520.00 &lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">financing-estimate</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;520&quot;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> loading</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;lazy&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">li</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">li</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;Ottoman, $240.00 &lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">financing-estimate</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;240&quot;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> loading</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;lazy&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">li</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;</span></span></code></pre></div><p>All amounts that come into view together go out in one request, and equal amounts are asked once.</p><h2 id="when-an-amount-cannot-be-financed" tabindex="-1">When an amount cannot be financed <a class="header-anchor" href="#when-an-amount-cannot-be-financed" aria-label="Permalink to &quot;When an amount cannot be financed&quot;">​</a></h2><p>By default the element takes no space. Give it a text of your own, or let it keep its empty line so that a grid of products stays even:</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: '<financing-estimate amount="25">\n  <span slot="unavailable">Financing starts at $60.</span>\n</financing-estimate>\n\n<financing-estimate amount="25" when-unavailable="keep-space"></financing-estimate>\n' }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;25&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>  &lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>span</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> slot</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;unavailable&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;Financing starts at $60.&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>span</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span>
<span class="line"${_scopeId}></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;25&quot;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> when-unavailable</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;keep-space&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
      } else {
        return [
          createVNode("div", { class: "language-html vp-adaptive-theme" }, [
            createVNode("button", {
              title: "Copy Code",
              class: "copy"
            }),
            createVNode("span", { class: "lang" }, "html"),
            createVNode("pre", {
              class: "shiki shiki-themes github-light github-dark vp-code",
              tabindex: "0"
            }, [
              createVNode("code", null, [
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "<"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " amount"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"25"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "  <"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "span"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " slot"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"unavailable"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">Financing starts at $60.</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "span"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "<"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " amount"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"25"'),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " when-unavailable"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"keep-space"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "></"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ])
              ])
            ])
          ])
        ];
      }
    }),
    _: 1
  }, _parent));
  _push(`<h2 id="rendered-by-your-server" tabindex="-1">Rendered by your server <a class="header-anchor" href="#rendered-by-your-server" aria-label="Permalink to &quot;Rendered by your server&quot;">​</a></h2><p>If your server knows the estimate, the element paints it without a request:</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: `<financing-estimate
  amount="1299"
  estimate='{"id":"sofa","monthlyAmount":114.2,"amountFinanced":1299,"downPayment":0,"apr":9.99,"downPaymentPercent":0}'
></financing-estimate>
` }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}>  amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;1299&quot;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}>  estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&#39;{&quot;id&quot;:&quot;sofa&quot;,&quot;monthlyAmount&quot;:114.2,&quot;amountFinanced&quot;:1299,&quot;downPayment&quot;:0,&quot;apr&quot;:9.99,&quot;downPaymentPercent&quot;:0}&#39;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>financing-estimate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
      } else {
        return [
          createVNode("div", { class: "language-html vp-adaptive-theme" }, [
            createVNode("button", {
              title: "Copy Code",
              class: "copy"
            }),
            createVNode("span", { class: "lang" }, "html"),
            createVNode("pre", {
              class: "shiki shiki-themes github-light github-dark vp-code",
              tabindex: "0"
            }, [
              createVNode("code", null, [
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "<"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, "  amount"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"1299"')
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, "  estimate"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, `'{"id":"sofa","monthlyAmount":114.2,"amountFinanced":1299,"downPayment":0,"apr":9.99,"downPaymentPercent":0}'`)
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "></"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "financing-estimate"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ])
              ])
            ])
          ])
        ];
      }
    }),
    _: 1
  }, _parent));
  _push(`<p>How to put the whole line into the HTML: <a href="/frameworks.html#rendered-on-a-server">rendered on a server</a>.</p><h2 id="attributes" tabindex="-1">Attributes <a class="header-anchor" href="#attributes" aria-label="Permalink to &quot;Attributes&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Attribute</th><th>What it does</th></tr></thead><tbody><tr><td><code>amount</code></td><td>the price: <code>1299</code>, <code>1299.00</code> or <code>$1,299.00</code>; what can be read in two ways is an error</td></tr><tr><td><code>amount-from</code></td><td>a CSS selector of the page&#39;s own price, the nearest that matches; followed as it changes, and it alone decides</td></tr><tr><td><code>loading</code></td><td><code>eager</code>, or <code>lazy</code>: asks when the element comes within two screens of the viewport, four times a second at most</td></tr><tr><td><code>estimate</code></td><td>the answer of your server, as JSON: painted without a request, until what is asked changes</td></tr><tr><td><code>when-unavailable</code></td><td>an amount that cannot be financed takes no space (<code>hide</code>), or an empty line (<code>keep-space</code>)</td></tr><tr><td><code>layout</code></td><td><code>auto</code>: one row where there are 32em, else the payment above its terms; <code>stacked</code>: always above; <code>inline</code>: never</td></tr><tr><td><code>details</code></td><td>what opens the details: an <code>icon</code>, or the word &quot;Details&quot; (<code>text</code>)</td></tr><tr><td><code>term-months</code></td><td>the number of payments, for estimates that do not imply it</td></tr><tr><td><code>apr-unit</code></td><td>what the service means by its APR: <code>percent</code>, or <code>fraction</code></td></tr><tr><td><code>time-zone</code></td><td>an IANA time zone, or <code>browser</code>; by default none is sent</td></tr><tr><td><code>representative</code></td><td>the employee who advises the shopper</td></tr></tbody></table><p><code>endpoint</code> and <code>location</code> are <a href="/elements.html#endpoint-and-location">those of every element</a>. Each attribute is a property, too, in camelCase: <code>amountFrom</code>, <code>whenUnavailable</code>.</p><p><code>status</code> says <code>idle</code>, <code>loading</code>, <code>ready</code>, <code>unavailable</code> or <code>error</code>; <code>refresh()</code> asks again. A script that calls the element&#39;s methods waits for <code>customElements.whenDefined(&#39;financing-estimate&#39;)</code>.</p><h2 id="slots" tabindex="-1">Slots <a class="header-anchor" href="#slots" aria-label="Permalink to &quot;Slots&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Slot</th><th>Holds</th></tr></thead><tbody><tr><td>(default)</td><td>the fallback: seen without JavaScript, until the first estimate, and after a failure</td></tr><tr><td><code>unavailable</code></td><td>seen when the amount cannot be financed; without it the element hides</td></tr><tr><td><code>disclosure</code></td><td>your lender&#39;s line, in place of the small print of the details</td></tr></tbody></table><p>An element that is empty when it is set up shows a fallback that is added later only after a failure.</p><h2 id="parts" tabindex="-1">Parts <a class="header-anchor" href="#parts" aria-label="Permalink to &quot;Parts&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Part</th><th>Holds</th></tr></thead><tbody><tr><td><code>estimate</code>, in it <code>payment</code> and <code>terms</code>; in <code>terms</code> <code>term</code> <code>apr</code> <code>down-payment</code></td><td>the line: the payment, and the terms that belong to it</td></tr><tr><td><code>details-button</code></td><td>opens the details</td></tr><tr><td><code>dialog</code>, in it <code>dialog-title</code> <code>breakdown</code> <code>disclosure</code> <code>dialog-close</code></td><td>the details: heading, amounts, small print, close button</td></tr></tbody></table><p>Pictures of all of them, and the rules of size and contrast: <a href="/anatomy.html">anatomy</a>.</p><h2 id="states-and-events" tabindex="-1">States and events <a class="header-anchor" href="#states-and-events" aria-label="Permalink to &quot;States and events&quot;">​</a></h2><p>States: <code>:state(loading)</code> <code>:state(ready)</code> <code>:state(unavailable)</code> <code>:state(error)</code>. Events: <code>financing-estimate</code> (<code>estimate</code>), <code>financing-unavailable</code>, <code>financing-error</code> (<code>code</code>, <code>operation</code>). More in <a href="/events.html">events</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/financing-estimate.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const financingEstimate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  financingEstimate as default
};
