import { resolveComponent, withCtx, createVNode, createTextVNode, useSSRContext } from "vue";
import { ssrRenderAttrs, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"<prequal-button>","description":"","frontmatter":{},"headers":[],"relativePath":"prequal-button.md","filePath":"docs/prequal-button.md"}');
const _sfc_main = { name: "prequal-button.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  const _component_LiveExample = resolveComponent("LiveExample");
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="prequal-button" tabindex="-1"><code>&lt;prequal-button&gt;</code> <a class="header-anchor" href="#prequal-button" aria-label="Permalink to &quot;\`&lt;prequal-button&gt;\`&quot;">​</a></h1><p>A button that lets shoppers find out what they qualify for, before they buy. A click creates a pre-qualification link and opens it in a new window.</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: '<prequal-button referral="6f1c3f6e-3f0c-4c1b-9a52-6e1d5b8a7c10"></prequal-button>\n' }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>prequal-button</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> referral</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;6f1c3f6e-3f0c-4c1b-9a52-6e1d5b8a7c10&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>prequal-button</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
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
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "prequal-button"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " referral"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"6f1c3f6e-3f0c-4c1b-9a52-6e1d5b8a7c10"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "></"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "prequal-button"),
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
  _push(`<p>Without a text inside, the label is &quot;See what you qualify for&quot;. Your own label goes inside:</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: "<prequal-button>Check your buying power</prequal-button>\n" }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>prequal-button</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;Check your buying power&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>prequal-button</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
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
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "prequal-button"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">Check your buying power</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "prequal-button"),
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
  _push(`<h2 id="what-happens-on-a-click" tabindex="-1">What happens on a click <a class="header-anchor" href="#what-happens-on-a-click" aria-label="Permalink to &quot;What happens on a click&quot;">​</a></h2><ol><li>A blank window opens at once, since browsers allow one only in the click itself.</li><li>The proxy creates the link, once. <code>financing-link</code> fires; cancel it, and the window closes again.</li><li>The window goes on to the link, without a referrer and without access to your page.</li></ol><p>If the browser blocks the window, or the answer takes longer than five seconds, the button shows the link instead. <code>target=&quot;_self&quot;</code> replaces your page, which suits kiosks and apps.</p><h2 id="pre-fill-the-application" tabindex="-1">Pre-fill the application <a class="header-anchor" href="#pre-fill-the-application" aria-label="Permalink to &quot;Pre-fill the application&quot;">​</a></h2><p>Personal data goes by property only, never by attribute, so that it is not in your HTML:</p><div class="language-js vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">js</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> button</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> document.</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">querySelector</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;prequal-button&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">);</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">button.customerDetails </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">=</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> { firstName: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;Ada&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, lastName: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;Lovelace&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, email: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&#39;ada@example.com&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> };</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">button.customerPhoneNumber </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &#39;415-555-0132&#39;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>The service does not pre-fill applications at dental and healthcare merchants in California, New York and Illinois.</p><h2 id="text-the-link" tabindex="-1">Text the link <a class="header-anchor" href="#text-the-link" aria-label="Permalink to &quot;Text the link&quot;">​</a></h2><p>With <code>delivery=&quot;sms&quot;</code> a click opens a small form that asks for the phone number and says what the shopper agrees to:</p>`);
  _push(ssrRenderComponent(_component_LiveExample, { source: '<prequal-button delivery="sms">\n  Text me the link\n  <span slot="consent">We will text you one link. Message and data rates may apply.</span>\n</prequal-button>\n' }, {
    default: withCtx((_, _push2, _parent2, _scopeId) => {
      if (_push2) {
        _push2(`<div class="language-html vp-adaptive-theme"${_scopeId}><button title="Copy Code" class="copy"${_scopeId}></button><span class="lang"${_scopeId}>html</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"${_scopeId}><code${_scopeId}><span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>prequal-button</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> delivery</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;sms&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>  Text me the link</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>  &lt;</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>span</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"${_scopeId}> slot</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>=</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"${_scopeId}>&quot;consent&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;We will text you one link. Message and data rates may apply.&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>span</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span>
<span class="line"${_scopeId}><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&lt;/</span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;"${_scopeId}>prequal-button</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"${_scopeId}>&gt;</span></span></code></pre></div>`);
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
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "prequal-button"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " delivery"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"sms"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "  Text me the link")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "  <"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "span"),
                  createVNode("span", { style: { "--shiki-light": "#6F42C1", "--shiki-dark": "#B392F0" } }, " slot"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "="),
                  createVNode("span", { style: { "--shiki-light": "#032F62", "--shiki-dark": "#9ECBFF" } }, '"consent"'),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">We will text you one link. Message and data rates may apply.</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "span"),
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, ">")
                ]),
                createTextVNode("\n"),
                createVNode("span", { class: "line" }, [
                  createVNode("span", { style: { "--shiki-light": "#24292E", "--shiki-dark": "#E1E4E8" } }, "</"),
                  createVNode("span", { style: { "--shiki-light": "#22863A", "--shiki-dark": "#85E89D" } }, "prequal-button"),
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
  _push(`<p>The proxy has to allow texts (<code>FINANCING_SMS=on</code>, see <a href="/operating.html#texts">operating</a>). One text a visit goes out, whatever is clicked.</p><h2 id="how-the-application-ends" tabindex="-1">How the application ends <a class="header-anchor" href="#how-the-application-ends" aria-label="Permalink to &quot;How the application ends&quot;">​</a></h2><p>With <a href="/webhooks.html">webhooks</a>, the button learns how the application ended: it asks when the shopper comes back to the tab, and every five seconds for half an hour. Then it says so in words and fires <code>financing-status</code> with <code>completed</code> or <code>aborted</code>. It never learns what was decided.</p><h2 id="attributes" tabindex="-1">Attributes <a class="header-anchor" href="#attributes" aria-label="Permalink to &quot;Attributes&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Attribute</th><th>What it does</th></tr></thead><tbody><tr><td><code>target</code></td><td>the link opens a window (<code>_blank</code>), or replaces the page (<code>_self</code>)</td></tr><tr><td><code>delivery</code></td><td>the link is opened (<code>open</code>), or texted (<code>sms</code>)</td></tr><tr><td><code>disabled</code></td><td>clicks do nothing</td></tr><tr><td><code>referral</code></td><td>your own identifier, which webhooks carry; one that cannot be guessed, such as a UUID</td></tr><tr><td><code>department-id</code> <code>source-platform</code></td><td>values issued to you</td></tr><tr><td><code>representative-email</code> <code>representative-first-name</code> <code>representative-last-name</code></td><td>the employee who advises the shopper</td></tr></tbody></table><p><code>endpoint</code> and <code>location</code> are <a href="/elements.html#endpoint-and-location">those of every element</a>. By property only: <code>customerDetails</code> and <code>customerPhoneNumber</code>.</p><h2 id="slots" tabindex="-1">Slots <a class="header-anchor" href="#slots" aria-label="Permalink to &quot;Slots&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Slot</th><th>Holds</th></tr></thead><tbody><tr><td>(default)</td><td>the label</td></tr><tr><td><code>error</code></td><td>replaces the message after a failure</td></tr><tr><td><code>consent</code></td><td>replaces what a shopper agrees to by having it texted</td></tr></tbody></table><h2 id="parts" tabindex="-1">Parts <a class="header-anchor" href="#parts" aria-label="Permalink to &quot;Parts&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Part</th><th>Holds</th></tr></thead><tbody><tr><td><code>button</code>, in it <code>label</code> <code>spinner</code></td><td>the button; the spinner while the link is created</td></tr><tr><td><code>message</code>, in it <code>link</code></td><td>what came of the click, or the link if no window opened</td></tr><tr><td><code>phone-form</code>, in it <code>phone-title</code> <code>phone-input</code> <code>phone-submit</code> <code>phone-cancel</code></td><td>the form of <code>delivery=&quot;sms&quot;</code>: heading, field, buttons</td></tr></tbody></table><p>Pictures of all of them: <a href="/anatomy.html">anatomy</a>.</p><h2 id="states-and-events" tabindex="-1">States and events <a class="header-anchor" href="#states-and-events" aria-label="Permalink to &quot;States and events&quot;">​</a></h2><p>States: <code>:state(busy)</code> <code>:state(error)</code> <code>:state(sent)</code> <code>:state(completed)</code>. Events: <code>financing-link</code> (<code>url</code>, <code>operation</code>; cancelable), <code>financing-status</code> (<code>status</code>), <code>financing-error</code> (<code>code</code>, <code>operation</code>). More in <a href="/events.html">events</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/prequal-button.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const prequalButton = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  prequalButton as default
};
