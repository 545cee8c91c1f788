import { resolveComponent, withCtx, createVNode, createTextVNode, useSSRContext } from "vue";
import { ssrRenderAttrs, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"<pay-over-time-button>","description":"","frontmatter":{},"headers":[],"relativePath":"pay-over-time-button.md","filePath":"docs/pay-over-time-button.md"}');
const _sfc_main = { name: "pay-over-time-button.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  const _component_LiveExample = resolveComponent("LiveExample");
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="pay-over-time-button" tabindex="-1"><code>&lt;pay-over-time-button&gt;</code> <a class="header-anchor" href="#pay-over-time-button" aria-label="Permalink to &quot;\`&lt;pay-over-time-button&gt;\`&quot;">​</a></h1><p>A button that lets a shopper finance one purchase. A click creates a pay-over-time link for its amount and opens the checkout of the service.</p><div class="language-html vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">pay-over-time-button</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">  amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;1299.00&quot;</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">  transaction-id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;b7a6c0f2-6d0e-4b6e-8f43-0f5f5a2f9d11&quot;</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">  purchase</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;v1.eyJhbW91bnQiOjEyOTkuMCwi…&quot;</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">  redirect-url</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;https://shop.example/thank-you&quot;</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">pay-over-time-button</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;</span></span></code></pre></div><p>Without a text inside, the label is &quot;Pay over time&quot;. The button hides if its amount cannot be financed, which it learns in the same request as the estimates of the page.</p><h2 id="who-vouches-for-the-amount" tabindex="-1">Who vouches for the amount <a class="header-anchor" href="#who-vouches-for-the-amount" aria-label="Permalink to &quot;Who vouches for the amount&quot;">​</a></h2><p>The amount decides a loan, and shoppers can change what their page sends. So the proxy creates a link only for an amount that your server has verified. Choose one way:</p><table tabindex="0"><thead><tr><th>Way</th><th>Suits</th><th>How</th></tr></thead><tbody><tr><td>a purchase token in <code>purchase</code></td><td>any back end, in any language</td><td><a href="/purchase-token.html">purchase tokens</a></td></tr><tr><td>the option <code>resolvePurchase</code> in code</td><td>a proxy inside the server that knows the cart</td><td><a href="/reference-settings.html#resolvepurchase">settings</a></td></tr><tr><td>the option <code>trustPageAmount</code></td><td>trying things out; not production</td><td><a href="/reference-settings.html#trustpageamount">settings</a></td></tr></tbody></table><p>With none of them, a click answers <a href="/errors/purchase-not-verified.html"><code>purchase-not-verified</code></a>.</p><h2 id="what-happens-on-a-click" tabindex="-1">What happens on a click <a class="header-anchor" href="#what-happens-on-a-click" aria-label="Permalink to &quot;What happens on a click&quot;">​</a></h2><p>The same as with <a href="/prequal-button.html#what-happens-on-a-click"><code>&lt;prequal-button&gt;</code></a>: a window opens in the click, the link is created once, the window goes on. Afterwards the shopper returns to <code>redirect-url</code>, which has to be on your own origin or on one that <a href="/operating.html#where-shoppers-return-to">the proxy allows</a>.</p><p>Deliver on the webhook in your back end, never on what a page says: <a href="/webhooks.html">webhooks</a>.</p><h2 id="text-the-link" tabindex="-1">Text the link <a class="header-anchor" href="#text-the-link" aria-label="Permalink to &quot;Text the link&quot;">​</a></h2><p>At a counter, send the link to the phone of the customer:</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: '<pay-over-time-button\n  amount="1299.00"\n  transaction-id="b7a6c0f2-6d0e-4b6e-8f43-0f5f5a2f9d11"\n  delivery="sms"\n></pay-over-time-button>\n' }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>pay-over-time-button</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}>  amount</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;1299.00&quot;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}>  transaction-id</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;b7a6c0f2-6d0e-4b6e-8f43-0f5f5a2f9d11&quot;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}>  delivery</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;sms&quot;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>pay-over-time-button</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
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
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "pay-over-time-button")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, "  amount"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"1299.00"')
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, "  transaction-id"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"b7a6c0f2-6d0e-4b6e-8f43-0f5f5a2f9d11"')
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, "  delivery"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"sms"')
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "></"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "pay-over-time-button"),
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
  _push(`<p>One text a purchase goes out, whatever is clicked. The proxy has to allow texts (<code>FINANCING_SMS=on</code>, see <a href="/operating.html#texts">operating</a>).</p><h2 id="attributes" tabindex="-1">Attributes <a class="header-anchor" href="#attributes" aria-label="Permalink to &quot;Attributes&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Attribute</th><th>What it does</th></tr></thead><tbody><tr><td><code>amount</code></td><td>the price: <code>1299</code>, <code>1299.00</code> or <code>$1,299.00</code></td></tr><tr><td><code>transaction-id</code></td><td>your own identifier, which webhooks carry; one that cannot be guessed, such as a UUID</td></tr><tr><td><code>purchase</code></td><td>the <a href="/purchase-token.html">purchase as your back end signed it</a></td></tr><tr><td><code>redirect-url</code></td><td>where the shopper returns to</td></tr><tr><td><code>target</code></td><td>the link opens a window (<code>_blank</code>), or replaces the page (<code>_self</code>)</td></tr><tr><td><code>delivery</code></td><td>the link is opened (<code>open</code>), or texted (<code>sms</code>)</td></tr><tr><td><code>disabled</code></td><td>clicks do nothing</td></tr><tr><td><code>department-id</code> <code>source-platform</code></td><td>values issued to you</td></tr><tr><td><code>representative-email</code> <code>representative-first-name</code> <code>representative-last-name</code></td><td>the employee who advises the shopper</td></tr></tbody></table><p><code>endpoint</code> and <code>location</code> are <a href="/elements.html#endpoint-and-location">those of every element</a>. By property only: <code>customerDetails</code> and <code>phoneNumber</code>.</p><h2 id="slots" tabindex="-1">Slots <a class="header-anchor" href="#slots" aria-label="Permalink to &quot;Slots&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Slot</th><th>Holds</th></tr></thead><tbody><tr><td>(default)</td><td>the label</td></tr><tr><td><code>error</code></td><td>replaces the message after a failure</td></tr><tr><td><code>consent</code></td><td>replaces what a shopper agrees to by having it texted</td></tr></tbody></table><h2 id="parts" tabindex="-1">Parts <a class="header-anchor" href="#parts" aria-label="Permalink to &quot;Parts&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Part</th><th>Holds</th></tr></thead><tbody><tr><td><code>button</code>, in it <code>label</code> <code>spinner</code></td><td>the button; the spinner while the link is created</td></tr><tr><td><code>message</code>, in it <code>link</code></td><td>what came of the click, or the link if no window opened</td></tr><tr><td><code>phone-form</code>, in it <code>phone-title</code> <code>phone-input</code> <code>phone-submit</code> <code>phone-cancel</code></td><td>the form of <code>delivery=&quot;sms&quot;</code>: heading, field, buttons</td></tr></tbody></table><p>Pictures of all of them: <a href="/anatomy.html">anatomy</a>.</p><h2 id="states-and-events" tabindex="-1">States and events <a class="header-anchor" href="#states-and-events" aria-label="Permalink to &quot;States and events&quot;">​</a></h2><p>States: <code>:state(busy)</code> <code>:state(error)</code> <code>:state(sent)</code> <code>:state(completed)</code>. Events: <code>financing-link</code> (<code>url</code>, <code>operation</code>; cancelable), <code>financing-status</code> (<code>status</code>), <code>financing-error</code> (<code>code</code>, <code>operation</code>). More in <a href="/events.html">events</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/pay-over-time-button.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const payOverTimeButton = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  payOverTimeButton as default
};
