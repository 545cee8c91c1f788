import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The command","description":"","frontmatter":{},"headers":[],"relativePath":"reference-command.md","filePath":"docs/reference-command.md"}');
const _sfc_main = { name: "reference-command.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-command" tabindex="-1">The command <a class="header-anchor" href="#the-command" aria-label="Permalink to &quot;The command&quot;">​</a></h1><p><code>npx financing-elements &lt;command&gt;</code> prints this with <code>--help</code>. What each option means in full: <a href="/reference-settings.html">settings</a>.</p><h2 id="serve" tabindex="-1"><code>serve</code> <a class="header-anchor" href="#serve" aria-label="Permalink to &quot;\`serve\`&quot;">​</a></h2><p>Runs the proxy.</p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>Usage: financing-elements serve [options]</span></span>
<span class="line"><span></span></span>
<span class="line"><span>  serve  Runs the proxy (port 8787)</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Options are flags or variables of the environment. Flags come first; secrets are never flags:</span></span>
<span class="line"><span>  --sandbox                                                      Runs on an embedded sandbox without credentials; its pages are under /sandbox/.</span></span>
<span class="line"><span>  --check                                                        Runs check first, with its report on stderr, and does not listen when it fails.</span></span>
<span class="line"><span>  --base-url text, FINANCING_BASE_URL                            Base URL of the Financing Service.</span></span>
<span class="line"><span>  FINANCING_SVC_KEY                                              The svc-key that the service operator issued.</span></span>
<span class="line"><span>  FINANCING_SVC_SECRET                                           The svc-secret that the service operator issued; only onboarding needs it and sends it.</span></span>
<span class="line"><span>  --timeout n, FINANCING_TIMEOUT                                 Milliseconds for an estimate or a status read, including one retry. [4000]</span></span>
<span class="line"><span>  --allow-http on|off, FINANCING_ALLOW_HTTP                      Allows a base URL without TLS beyond this machine. [off]</span></span>
<span class="line"><span>  --locations a,b, FINANCING_LOCATIONS                           The only locations that requests may name.</span></span>
<span class="line"><span>  --allowed-origins a,b, FINANCING_ALLOWED_ORIGINS               Origins whose pages may call the proxy, besides the proxy&#39;s own.</span></span>
<span class="line"><span>  --redirect-origins a,b, FINANCING_REDIRECT_ORIGINS             The only origins, with the allowed ones, that a redirectUrl may lead to.</span></span>
<span class="line"><span>  --link-hosts a,b, FINANCING_LINK_HOSTS                         The only hosts that links from the service may lead to.</span></span>
<span class="line"><span>  --trust-page-amount on|off, FINANCING_TRUST_PAGE_AMOUNT        Creates pay-over-time links for amounts that your server has not verified. [off]</span></span>
<span class="line"><span>  FINANCING_PURCHASE_SECRET                                      Secret that your back end signs purchases with, so that their amounts are verified.</span></span>
<span class="line"><span>  --purchase-max-age n, FINANCING_PURCHASE_MAX_AGE               Most seconds for which a purchase token may be valid; one that expires later is refused. [86400]</span></span>
<span class="line"><span>  --verified-status-only on|off, FINANCING_VERIFIED_STATUS_ONLY  Reports to a page how its link ended only where your server verified the \`transactionId\`. [off]</span></span>
<span class="line"><span>  --sms on|off, FINANCING_SMS                                    Allows the service to send text messages. [off]</span></span>
<span class="line"><span>  FINANCING_ADMIN_TOKEN                                          Opens the onboarding routes to requests with this bearer token.</span></span>
<span class="line"><span>  --cache-ttl n, FINANCING_CACHE_TTL                             Seconds for which an estimate is cached; 0 turns the cache off. [300]</span></span>
<span class="line"><span>  --rate-limit n, FINANCING_RATE_LIMIT                           Requests per minute and client address. [120]</span></span>
<span class="line"><span>  --trusted-hops n, FINANCING_TRUSTED_HOPS                       Number of reverse proxies in front, each of which appends to X-Forwarded-For. [0]</span></span>
<span class="line"><span>  --ready-store text, FINANCING_READY_STORE                      Whether GET /ready answers 503 while the store is away. [optional]</span></span>
<span class="line"><span>  FINANCING_STORE_SECRET                                         Secret that keys what the store holds; several, separated by commas, while one is replaced.</span></span>
<span class="line"><span>  --mount text, FINANCING_MOUNT                                  Path under which the proxy answers. [/financing]</span></span>
<span class="line"><span>  --log-requests on|off, FINANCING_LOG_REQUESTS                  Logs each request at info instead of debug. [off]</span></span>
<span class="line"><span>  FINANCING_WEBHOOK_SECRET                                       Secrets that the service signs events with; two, separated by a comma, while one is rotated.</span></span>
<span class="line"><span>  --webhook-forward text, FINANCING_WEBHOOK_FORWARD              URL of your back end that verified events are forwarded to.</span></span>
<span class="line"><span>  --redis-url text, FINANCING_REDIS_URL                          Redis that replicas share, such as redis://127.0.0.1:6379.</span></span>
<span class="line"><span>  --host text, HOST                                              Name or address to listen on; a sandbox listens beyond this machine only with the flag. [127.0.0.1]</span></span>
<span class="line"><span>  --port n, PORT                                                 Port to listen on; 0 takes a free one.</span></span>
<span class="line"><span>  --stop-timeout n, FINANCING_STOP_TIMEOUT                       Seconds that a stop may take; Docker ends a container by force after 10. [9]</span></span>
<span class="line"><span>  --metrics-port n, FINANCING_METRICS_PORT                       Port that serves GET /metrics for Prometheus; without it there are no metrics.</span></span>
<span class="line"><span>  --log-level text, LOG_LEVEL                                    Lowest level to log, as one JSON line per event on stderr. [info]</span></span>
<span class="line"><span>  --help, -h                                                     Prints this text; after a command, the options of that command.</span></span>
<span class="line"><span>  --version                                                      Prints the version.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>A secret, and the URL of Redis, may also be in a file that &lt;variable&gt;_FILE names.</span></span></code></pre></div><h2 id="sandbox" tabindex="-1"><code>sandbox</code> <a class="header-anchor" href="#sandbox" aria-label="Permalink to &quot;\`sandbox\`&quot;">​</a></h2><p>Runs a simulation of the Financing Service.</p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>Usage: financing-elements sandbox [options]</span></span>
<span class="line"><span></span></span>
<span class="line"><span>  sandbox  Runs a simulation of the Financing Service (port 8788)</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Options are flags or variables of the environment. Flags come first; secrets are never flags:</span></span>
<span class="line"><span>  --seeds text                              JSON file with the credentials and locations that the sandbox knows.</span></span>
<span class="line"><span>  --webhook-url text                        URL that webhooks are sent to, such as http://127.0.0.1:8787/financing/webhooks.</span></span>
<span class="line"><span>  FINANCING_WEBHOOK_SECRET                  Secrets that the service signs events with; two, separated by a comma, while one is rotated.</span></span>
<span class="line"><span>  --host text, HOST                         Name or address to listen on; a sandbox listens beyond this machine only with the flag. [127.0.0.1]</span></span>
<span class="line"><span>  --port n, PORT                            Port to listen on; 0 takes a free one.</span></span>
<span class="line"><span>  --stop-timeout n, FINANCING_STOP_TIMEOUT  Seconds that a stop may take; Docker ends a container by force after 10. [9]</span></span>
<span class="line"><span>  --log-level text, LOG_LEVEL               Lowest level to log, as one JSON line per event on stderr. [info]</span></span>
<span class="line"><span>  --help, -h                                Prints this text; after a command, the options of that command.</span></span>
<span class="line"><span>  --version                                 Prints the version.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>A secret, and the URL of Redis, may also be in a file that &lt;variable&gt;_FILE names.</span></span></code></pre></div><h2 id="demo" tabindex="-1"><code>demo</code> <a class="header-anchor" href="#demo" aria-label="Permalink to &quot;\`demo\`&quot;">​</a></h2><p>Runs a shop with the proxy and the sandbox.</p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>Usage: financing-elements demo [options]</span></span>
<span class="line"><span></span></span>
<span class="line"><span>  demo  Runs a shop with the proxy and the sandbox (port 8080)</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Options are flags or variables of the environment. Flags come first; secrets are never flags:</span></span>
<span class="line"><span>  --host text, HOST                         Name or address to listen on; a sandbox listens beyond this machine only with the flag. [127.0.0.1]</span></span>
<span class="line"><span>  --port n, PORT                            Port to listen on; 0 takes a free one.</span></span>
<span class="line"><span>  --stop-timeout n, FINANCING_STOP_TIMEOUT  Seconds that a stop may take; Docker ends a container by force after 10. [9]</span></span>
<span class="line"><span>  --log-level text, LOG_LEVEL               Lowest level to log, as one JSON line per event on stderr. [info]</span></span>
<span class="line"><span>  --help, -h                                Prints this text; after a command, the options of that command.</span></span>
<span class="line"><span>  --version                                 Prints the version.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>A secret, and the URL of Redis, may also be in a file that &lt;variable&gt;_FILE names.</span></span></code></pre></div><h2 id="check" tabindex="-1"><code>check</code> <a class="header-anchor" href="#check" aria-label="Permalink to &quot;\`check\`&quot;">​</a></h2><p>Checks credentials, locations and network, and reports the results.</p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>Usage: financing-elements check [options]</span></span>
<span class="line"><span></span></span>
<span class="line"><span>  check  Checks credentials, locations and network, and reports the results</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Options are flags or variables of the environment. Flags come first; secrets are never flags:</span></span>
<span class="line"><span>  --sandbox                                                      Runs on an embedded sandbox without credentials; its pages are under /sandbox/.</span></span>
<span class="line"><span>  --base-url text, FINANCING_BASE_URL                            Base URL of the Financing Service.</span></span>
<span class="line"><span>  FINANCING_SVC_KEY                                              The svc-key that the service operator issued.</span></span>
<span class="line"><span>  FINANCING_SVC_SECRET                                           The svc-secret that the service operator issued; only onboarding needs it and sends it.</span></span>
<span class="line"><span>  --timeout n, FINANCING_TIMEOUT                                 Milliseconds for an estimate or a status read, including one retry. [4000]</span></span>
<span class="line"><span>  --allow-http on|off, FINANCING_ALLOW_HTTP                      Allows a base URL without TLS beyond this machine. [off]</span></span>
<span class="line"><span>  --locations a,b, FINANCING_LOCATIONS                           The only locations that requests may name.</span></span>
<span class="line"><span>  --allowed-origins a,b, FINANCING_ALLOWED_ORIGINS               Origins whose pages may call the proxy, besides the proxy&#39;s own.</span></span>
<span class="line"><span>  --redirect-origins a,b, FINANCING_REDIRECT_ORIGINS             The only origins, with the allowed ones, that a redirectUrl may lead to.</span></span>
<span class="line"><span>  --link-hosts a,b, FINANCING_LINK_HOSTS                         The only hosts that links from the service may lead to.</span></span>
<span class="line"><span>  --trust-page-amount on|off, FINANCING_TRUST_PAGE_AMOUNT        Creates pay-over-time links for amounts that your server has not verified. [off]</span></span>
<span class="line"><span>  FINANCING_PURCHASE_SECRET                                      Secret that your back end signs purchases with, so that their amounts are verified.</span></span>
<span class="line"><span>  --purchase-max-age n, FINANCING_PURCHASE_MAX_AGE               Most seconds for which a purchase token may be valid; one that expires later is refused. [86400]</span></span>
<span class="line"><span>  --verified-status-only on|off, FINANCING_VERIFIED_STATUS_ONLY  Reports to a page how its link ended only where your server verified the \`transactionId\`. [off]</span></span>
<span class="line"><span>  --sms on|off, FINANCING_SMS                                    Allows the service to send text messages. [off]</span></span>
<span class="line"><span>  FINANCING_ADMIN_TOKEN                                          Opens the onboarding routes to requests with this bearer token.</span></span>
<span class="line"><span>  --cache-ttl n, FINANCING_CACHE_TTL                             Seconds for which an estimate is cached; 0 turns the cache off. [300]</span></span>
<span class="line"><span>  --rate-limit n, FINANCING_RATE_LIMIT                           Requests per minute and client address. [120]</span></span>
<span class="line"><span>  --trusted-hops n, FINANCING_TRUSTED_HOPS                       Number of reverse proxies in front, each of which appends to X-Forwarded-For. [0]</span></span>
<span class="line"><span>  --ready-store text, FINANCING_READY_STORE                      Whether GET /ready answers 503 while the store is away. [optional]</span></span>
<span class="line"><span>  FINANCING_STORE_SECRET                                         Secret that keys what the store holds; several, separated by commas, while one is replaced.</span></span>
<span class="line"><span>  --mount text, FINANCING_MOUNT                                  Path under which the proxy answers. [/financing]</span></span>
<span class="line"><span>  --log-requests on|off, FINANCING_LOG_REQUESTS                  Logs each request at info instead of debug. [off]</span></span>
<span class="line"><span>  FINANCING_WEBHOOK_SECRET                                       Secrets that the service signs events with; two, separated by a comma, while one is rotated.</span></span>
<span class="line"><span>  --webhook-forward text, FINANCING_WEBHOOK_FORWARD              URL of your back end that verified events are forwarded to.</span></span>
<span class="line"><span>  --redis-url text, FINANCING_REDIS_URL                          Redis that replicas share, such as redis://127.0.0.1:6379.</span></span>
<span class="line"><span>  --host text, HOST                                              Name or address to listen on; a sandbox listens beyond this machine only with the flag. [127.0.0.1]</span></span>
<span class="line"><span>  --port n, PORT                                                 Port to listen on; 0 takes a free one.</span></span>
<span class="line"><span>  --metrics-port n, FINANCING_METRICS_PORT                       Port that serves GET /metrics for Prometheus; without it there are no metrics.</span></span>
<span class="line"><span>  --log-level text, LOG_LEVEL                                    Lowest level to log, as one JSON line per event on stderr. [info]</span></span>
<span class="line"><span>  --help, -h                                                     Prints this text; after a command, the options of that command.</span></span>
<span class="line"><span>  --version                                                      Prints the version.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>A secret, and the URL of Redis, may also be in a file that &lt;variable&gt;_FILE names.</span></span></code></pre></div><h2 id="locations" tabindex="-1"><code>locations</code> <a class="header-anchor" href="#locations" aria-label="Permalink to &quot;\`locations\`&quot;">​</a></h2><p>Adds many merchant locations from a CSV file, and lists links that expire.</p><div class="language-text vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">text</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>Usage: financing-elements locations add FILE.csv [options]</span></span>
<span class="line"><span>       financing-elements locations status FILE.csv [options]</span></span>
<span class="line"><span>       financing-elements locations template [options]</span></span>
<span class="line"><span></span></span>
<span class="line"><span>  locations  Adds many merchant locations from a CSV file, and lists links that expire</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Options are flags or variables of the environment. Flags come first; secrets are never flags:</span></span>
<span class="line"><span>  --base-url text, FINANCING_BASE_URL        Base URL of the Financing Service.</span></span>
<span class="line"><span>  FINANCING_SVC_KEY                          The svc-key that the service operator issued.</span></span>
<span class="line"><span>  FINANCING_SVC_SECRET                       The svc-secret that the service operator issued; only onboarding needs it and sends it.</span></span>
<span class="line"><span>  --timeout n, FINANCING_TIMEOUT             Milliseconds for an estimate or a status read, including one retry. [4000]</span></span>
<span class="line"><span>  --allow-http on|off, FINANCING_ALLOW_HTTP  Allows a base URL without TLS beyond this machine. [off]</span></span>
<span class="line"><span>  --log-level text, LOG_LEVEL                Lowest level to log, as one JSON line per event on stderr. [info]</span></span>
<span class="line"><span>  --dry-run                                  For add: checks the file, says what would be sent, and sends nothing.</span></span>
<span class="line"><span>  --results text                             For add: the file that the result of each row is written to, and that a second run goes on from.</span></span>
<span class="line"><span>  --days n                                   For status: days ahead within which a link is listed as expiring; 10 unless set.</span></span>
<span class="line"><span>  --json                                     Prints the report as JSON.</span></span>
<span class="line"><span>  --help, -h                                 Prints this text; after a command, the options of that command.</span></span>
<span class="line"><span>  --version                                  Prints the version.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Columns of the file, which is CSV with a header, in UTF-8:</span></span>
<span class="line"><span>  location                           Your identifier of the location, unique in the file. Required.</span></span>
<span class="line"><span>  sendSMS                            yes: the service texts the onboarding link to representativeDetails.phoneNumber. Empty means no.</span></span>
<span class="line"><span>  legalName                          Legal name of the business.</span></span>
<span class="line"><span>  businessName                       Name of the business.</span></span>
<span class="line"><span>  vertical                           Kind of business; one of the verticals below. Required.</span></span>
<span class="line"><span>  businessAddress.address            Street address.</span></span>
<span class="line"><span>  businessAddress.city               City.</span></span>
<span class="line"><span>  businessAddress.state              State, such as CA.</span></span>
<span class="line"><span>  businessAddress.zipcode            Zip code.</span></span>
<span class="line"><span>  businessAddress.suite              Suite.</span></span>
<span class="line"><span>  representativeDetails.firstName    First name of the merchant’s representative.</span></span>
<span class="line"><span>  representativeDetails.lastName     Last name.</span></span>
<span class="line"><span>  representativeDetails.phoneNumber  US phone number; needed where sendSMS is yes.</span></span>
<span class="line"><span>  representativeDetails.email        Email address.</span></span>
<span class="line"><span>  sourcePlatform                     Platform that you call for, if it is not yours.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>Verticals: Car_Dealerships, Car_Services, Veterinary, Motorsports_Parts_and_Services, Dental, Eyewear, Home_Services, Med_Spa, Bridal, General_Retail, Jewelry_and_Watches, Legal_Services, Medical_Office, Hospital_Health_System.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>A secret, and the URL of Redis, may also be in a file that &lt;variable&gt;_FILE names.</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference-command.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const referenceCommand = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  referenceCommand as default
};
