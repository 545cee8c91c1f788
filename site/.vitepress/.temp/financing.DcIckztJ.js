var __defProp = Object.defineProperty;
var __typeError = (msg) => {
  throw TypeError(msg);
};
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);
var __accessCheck = (obj, member, msg) => member.has(obj) || __typeError("Cannot " + msg);
var __privateGet = (obj, member, getter) => (__accessCheck(obj, member, "read from private field"), getter ? getter.call(obj) : member.get(obj));
var __privateAdd = (obj, member, value) => member.has(obj) ? __typeError("Cannot add the same private member more than once") : member instanceof WeakSet ? member.add(obj) : member.set(obj, value);
var __privateSet = (obj, member, value, setter) => (__accessCheck(obj, member, "write to private field"), setter ? setter.call(obj, value) : member.set(obj, value), value);
var __privateMethod = (obj, member, method) => (__accessCheck(obj, member, "access private method"), method);
var _host, _client, _pending, _again, _rendered, _changedAt, _timer, _EstimateController_instances, ask_fn, isAsked_fn, watchPrice_fn, updateOnServer_fn, newlyRendered_fn, isHurried_fn, stop_fn, _a, _internals, _cannotRender, _collapse, _FinancingElement_instances, applyStyleSheets_fn, _host2, _hadFocus, _FocusKeeper_instances, keep_fn, _host3, _task, _outcome, _busy, _followed, _LinkController_instances, setOutcome_fn, deliver_fn, follow_fn, _links, _focusKeeper, _LinkButtonElement_instances, renderMessage_fn, renderPhoneForm_fn, dialog_get, input_get, isInForm_get, value_fn, onClick_fn, askForPhone_fn, onSubmit_fn, onClose_fn, prepare_fn, _estimate, _host4, _controller, _textOf, _shownQuestion, _hadEstimate, _Announcements_instances, announce_fn, _controller2, _announcements, _focusKeeper2, _settledStatus, _reported, _isOpen, _FinancingEstimateElement_instances, collapseOrShow_fn, textOf_fn, renderRest_fn, hasFallback_fn, renderEstimate_fn, renderDetails_fn, open_fn, close_fn, dispatch_fn;
import { p as parseAmount } from "./amount.BOkd2BvK.js";
import { isServer, css, LitElement, html as html$1, nothing, unsafeCSS } from "lit";
import * as z from "zod";
import { LRUCache } from "lru-cache";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
const pagePaths = {
  estimatePayments: "/purchase/api/v1/payment-estimation",
  createPayOverTimeLink: "/epay/api/v1/epay/send-link",
  createPrequalLink: "/purchase/api/v1/online-link"
};
const routes$1 = {
  estimatePayments: { method: "PUT", path: pagePaths.estimatePayments },
  createPayOverTimeLink: { method: "POST", path: pagePaths.createPayOverTimeLink },
  createPrequalLink: { method: "PUT", path: pagePaths.createPrequalLink },
  addMerchantLocation: { method: "POST", path: "/onboarding/api/v1/location" },
  getMerchantStatus: { method: "GET", path: "/onboarding/api/v1/location/{location}" }
};
let resolvedLast;
function resolveEndpoint(endpoint) {
  var _a2, _b;
  if (endpoint === resolvedLast) return endpoint;
  const url2 = parse(endpoint, (_a2 = globalThis.document) == null ? void 0 : _a2.baseURI);
  const isWrittenOut = /^https?:\/\/[^/\\]/i.test(endpoint);
  if (!url2 || !isWrittenOut && url2.origin !== globalThis.origin) return void 0;
  const isSafe = isEncrypted(url2) || ((_b = globalThis.location) == null ? void 0 : _b.protocol) !== "https:";
  if (!isSafe) return void 0;
  return resolvedLast = url2.origin + url2.pathname.replace(/\/+$/, "");
}
function resolveLink(link) {
  const url2 = parse(link);
  return url2 && isEncrypted(url2) ? url2.href : void 0;
}
function parse(text2, base) {
  try {
    const url2 = new URL(text2, base);
    return /^https?:$/.test(url2.protocol) && !url2.username && !url2.password ? url2 : void 0;
  } catch {
    return void 0;
  }
}
function isEncrypted({ protocol, hostname }) {
  const isLoopback2 = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || isLoopback2;
}
const configured = {};
let scriptDirectory;
function setSettings(settings) {
  Object.assign(configured, settings);
}
function settingsOf(element) {
  const setting = (key) => ownValue(element, key) || closestAttribute(element, `data-financing-${key}`) || configured[key];
  return {
    endpoint: setting("endpoint") || scriptDirectory || "/financing",
    location: setting("location")
  };
}
function mayCreateLinks(element) {
  const url2 = resolveEndpoint(settingsOf(element).endpoint);
  if (!url2) return false;
  return !!ownValue(element, "endpoint") || new URL(url2).origin === globalThis.origin || url2 === resolveEndpoint(configured.endpoint ?? "");
}
function closestAttribute(element, attribute) {
  for (let from = element; from; from = hostOf$2(from)) {
    const bearer = from.closest(`[${attribute}]`);
    if (bearer) return bearer.getAttribute(attribute) ?? void 0;
  }
  return void 0;
}
function hostOf$2(element) {
  return element.getRootNode().host;
}
function ownValue(element, property, attribute = property) {
  const value = element[property];
  return (typeof value === "string" ? value : element.getAttribute(attribute)) || void 0;
}
const en = {
  payment: "Estimated {payment}/mo",
  term: "{months} mo",
  apr: "{apr} APR",
  downPayment: "{downPayment} down",
  sentence: "Estimated payment: {payment} a month{forMonths} at {apr} APR, with {downPayment} down.",
  forMonths: " for {months} months",
  detailsOf: "Financing details: {payment} a month",
  detailsShort: "Details",
  details: "Financing details",
  close: "Close",
  purchaseAmount: "Purchase amount",
  dueToday: "Down payment due today",
  amountFinanced: "Amount financed",
  monthlyPayment: "Monthly payment",
  numberOfPayments: "Number of payments",
  totalOfPayments: "Total of payments",
  totalWithDownPayment: "Total with down payment",
  annualPercentageRate: "APR (annual percentage rate)",
  disclosure: "Estimate only. Your rate, payment and down payment may differ and depend on the lender's approval.",
  unavailable: "Monthly payments are not available for this amount.",
  prequalify: "See what you qualify for",
  payOverTime: "Pay over time",
  opensWindow: "(opens in a new window)",
  opening: "One moment…",
  continue: "Continue to financing",
  failed: "Something went wrong. Please try again.",
  refused: "Financing is not available here.",
  limited: "Too many attempts. Please try again later.",
  phoneTitle: "Get your link by text",
  phoneNumber: "Mobile phone number",
  consent: "We'll send one text with your link. Message and data rates may apply.",
  send: "Send text",
  cancel: "Cancel",
  sent: "Text sent. Check your phone for the link.",
  perhapsSent: "Your text may already be on its way. Check your phone before trying again.",
  notSent: "Enter a US mobile number that can receive texts.",
  completed: "The application is complete.",
  aborted: "The application was not completed."
};
const es = {
  payment: "Estimado {payment}/mes",
  term: "{months} meses",
  apr: "{apr} APR",
  downPayment: "{downPayment} inicial",
  sentence: "Pago estimado: {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.",
  forMonths: " durante {months} meses",
  detailsOf: "Detalles del financiamiento: {payment} al mes",
  detailsShort: "Detalles",
  details: "Detalles del financiamiento",
  close: "Cerrar",
  purchaseAmount: "Monto de la compra",
  dueToday: "Pago inicial hoy",
  amountFinanced: "Monto financiado",
  monthlyPayment: "Pago mensual",
  numberOfPayments: "Número de pagos",
  totalOfPayments: "Total de los pagos",
  totalWithDownPayment: "Total con el pago inicial",
  annualPercentageRate: "APR (tasa de porcentaje anual)",
  disclosure: "Es solo un estimado. La tasa, el pago mensual y el pago inicial pueden variar y dependen de la aprobación del prestamista.",
  unavailable: "No hay pagos mensuales disponibles para este monto.",
  prequalify: "Vea para qué califica",
  payOverTime: "Pagar a plazos",
  opensWindow: "(se abre en una ventana nueva)",
  opening: "Un momento…",
  continue: "Continuar al financiamiento",
  failed: "Algo salió mal. Inténtelo de nuevo.",
  refused: "El financiamiento no está disponible aquí.",
  limited: "Demasiados intentos. Inténtelo más tarde.",
  phoneTitle: "Reciba su enlace por mensaje de texto",
  phoneNumber: "Número de celular",
  consent: "Le enviaremos un solo mensaje de texto con su enlace. Pueden aplicarse tarifas de mensajes y datos.",
  send: "Enviar mensaje",
  cancel: "Cancelar",
  sent: "Mensaje enviado. Busque el enlace en su teléfono.",
  perhapsSent: "Es posible que el mensaje ya esté en camino. Revise su teléfono antes de intentarlo de nuevo.",
  notSent: "Escriba un número de celular de EE. UU. que pueda recibir mensajes de texto.",
  completed: "La solicitud está completa.",
  aborted: "La solicitud no se completó."
};
const texts$2 = /* @__PURE__ */ new Map([
  ["en", en],
  ["es", es]
]);
function replaceText(replacements) {
  for (const [language, replacement] of Object.entries(replacements)) {
    const usable = Object.entries(replacement).filter(([name, text2]) => {
      const missing = valuesIn(en[name]).filter((value) => !text2.includes(value));
      if (missing.length) {
        console.warn(
          `configure(): the ${language} text "${name}" lacks ${missing.join(" and ")}. It is ignored.`
        );
      }
      return !missing.length;
    });
    texts$2.set(language, { ...texts$2.get(language) ?? en, ...Object.fromEntries(usable) });
  }
}
function valuesIn(text2) {
  return (text2 == null ? void 0 : text2.match(/\{\w+\}/g)) ?? [];
}
function languageOf(element) {
  return languageIn(closestAttribute(element, "lang"));
}
function languageIn(lang) {
  const [language = ""] = (lang ?? "").toLowerCase().split("-");
  return texts$2.has(language) ? language : "en";
}
function textIn(language) {
  return texts$2.get(language) ?? en;
}
function fill(text2, values) {
  return text2.replace(/\{(\w+)\}/g, (braced, word) => String(values[word] ?? braced));
}
const defaultContext = {
  // Looked up with each call, so that a page can instrument its fetch at any time.
  fetch: (request2) => globalThis.fetch(request2),
  timeouts: { estimates: 8e3, links: 12e3 },
  now: () => Date.now(),
  storage: () => globalThis.sessionStorage,
  document: globalThis.document
};
const numbers = ["monthlyAmount", "amountFinanced", "downPayment", "apr"];
function isEstimate(value) {
  const fields = Object(value);
  return typeof fields["id"] === "string" && numbers.every((each) => Number.isFinite(fields[each]));
}
function isFinanced$1(estimate2) {
  const { monthlyAmount, amountFinanced, apr } = estimate2;
  const monthlyInterest = amountFinanced * apr / 1200;
  return numbers.every((field) => estimate2[field] >= 0 && estimate2[field] <= 1e9) && amountFinanced > 0 && apr <= 1e3 && monthlyAmount > monthlyInterest;
}
function readEstimate(json2) {
  try {
    const estimate2 = JSON.parse(json2);
    if (!isEstimate(estimate2)) return void 0;
    const isInapplicable2 = numbers.every((field) => estimate2[field] === -1);
    return isInapplicable2 || isFinanced$1(estimate2) ? estimate2 : void 0;
  } catch {
    return void 0;
  }
}
function toJson(value) {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return Number.isFinite(value) ? `${value}` : "null";
  if (typeof value === "boolean" || value === null) return `${value}`;
  if (typeof value === "bigint") throw new TypeError("JSON has no bigint");
  if (typeof value !== "object") return void 0;
  if (value instanceof Date) return toJson(Number.isNaN(+value) ? null : value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item) ?? "null").join(",")}]`;
  const { toJSON } = value;
  const isOwn = toJSON !== Object.prototype.toJSON;
  if (isOwn && typeof toJSON === "function") return toJson(toJSON.call(value));
  const fields = Object.keys(value).flatMap((key) => {
    const json2 = toJson(value[key]);
    return json2 === void 0 ? [] : [`${quote(key)}:${json2}`];
  });
  return `{${fields.join(",")}}`;
}
function quote(text2) {
  const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${text2.replace(/["\\\p{Cc}\p{Cs}]/gu, escape)}"`;
}
class FinancingError extends Error {
  constructor(code, operation2, retryAfterMs, isFromService = false) {
    super(`${operation2}: ${code}`);
    Object.assign(this, { name: "FinancingError", code, operation: operation2, retryAfterMs, isFromService });
  }
}
const maxPerCall = 500;
function createTurnBatcher({ call, document: document2 }) {
  const batches = /* @__PURE__ */ new Set();
  let waiting2 = [];
  function schedule() {
    const atEndOfTurn2 = () => setTimeout(flush);
    if ((document2 == null ? void 0 : document2.readyState) !== "loading") atEndOfTurn2();
    else document2.addEventListener("readystatechange", atEndOfTurn2, { once: true });
  }
  function batchOf(request2) {
    const key = groupKey$1(request2);
    return [...batches].find((batch) => batch.key === key && batch.subscribers.has(request2.amount));
  }
  function openBatch(group) {
    const key = groupKey$1(group);
    const open = waiting2.find((batch2) => batch2.key === key && batch2.subscribers.size < maxPerCall);
    if (open) return open;
    const batch = { key, group, subscribers: /* @__PURE__ */ new Map(), controller: new AbortController() };
    batches.add(batch);
    if (waiting2.push(batch) === 1) schedule();
    return batch;
  }
  function flush(released) {
    waiting2.forEach((batch) => void send2(batch, released));
    waiting2 = [];
  }
  async function send2(batch, released) {
    const { group, subscribers, controller } = batch;
    for (const [amount, { size }] of subscribers) if (!size) subscribers.delete(amount);
    if (!subscribers.size) return void batches.delete(batch);
    const answers2 = await call(group, [...subscribers.keys()], controller.signal).catch(
      (error) => error
    );
    await released;
    batches.delete(batch);
    for (const [amount, listening] of subscribers) {
      const answer2 = answers2 instanceof Error ? answers2 : answers2.get(amount) ?? new FinancingError("invalid-response", "estimatePayments");
      for (const subscriber of listening) subscriber.onAnswer(answer2);
    }
  }
  return {
    flush,
    subscribe(request2, subscriber) {
      const { subscribers } = batchOf(request2) ?? openBatch(request2);
      const listening = subscribers.get(request2.amount) ?? /* @__PURE__ */ new Set();
      subscribers.set(request2.amount, listening.add(subscriber));
    },
    unsubscribe(request2, subscriber) {
      var _a2;
      const batch = batchOf(request2);
      if (!((_a2 = batch == null ? void 0 : batch.subscribers.get(request2.amount)) == null ? void 0 : _a2.delete(subscriber)) || waiting2.includes(batch))
        return;
      for (const { size } of batch.subscribers.values()) if (size) return;
      batches.delete(batch);
      batch.controller.abort();
    }
  };
}
function groupKey$1(group) {
  const { endpoint, location, timeZone, representative } = group;
  return toJson([endpoint, location, timeZone, representative]);
}
const maxAge$2 = 5 * 6e4;
const capacity = 500;
const storageKey = "financing-estimates";
function createEstimateCache(storage, now) {
  const entries = load(storage);
  return {
    get(request2) {
      const entry = entries.get(keyOf(request2, request2.amount));
      const remainingMs = Number(entry == null ? void 0 : entry.expiresAt) - now();
      const isFresh = remainingMs > 0 && remainingMs <= maxAge$2;
      return isFresh && isEstimate(entry == null ? void 0 : entry.estimate) ? entry.estimate : void 0;
    },
    add(group, estimates) {
      var _a2;
      const expiresAt = now() + maxAge$2;
      const isPersonal = Boolean(group.representative);
      for (const [amount, estimate2] of estimates) {
        const key = keyOf(group, amount);
        entries.delete(key);
        entries.set(key, { estimate: estimate2, expiresAt, isPersonal });
      }
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldest);
      }
      try {
        const shared = [...entries].filter((entry) => !entry[1].isPersonal);
        (_a2 = storage()) == null ? void 0 : _a2.setItem(storageKey, toJson(shared));
      } catch {
      }
    }
  };
}
function keyOf(group, amount) {
  return `${groupKey$1(group)} $${amount}`;
}
function load(storage) {
  var _a2;
  try {
    return new Map(JSON.parse(((_a2 = storage()) == null ? void 0 : _a2.getItem(storageKey)) ?? "[]"));
  } catch {
    return /* @__PURE__ */ new Map();
  }
}
function postJson(url2, body, options) {
  const { operation: operation2, timeout: timeout2, signal } = options;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const giveUp = (reason) => {
      reject(reason);
      controller.abort();
    };
    const timer2 = setTimeout(() => giveUp(new FinancingError("timeout", operation2)), timeout2);
    signal == null ? void 0 : signal.addEventListener("abort", () => giveUp(signal.reason), { once: true });
    exchange(url2, body, options, controller.signal).finally(() => clearTimeout(timer2)).then(resolve, reject);
  });
}
async function exchange(url2, body, { operation: operation2, fetch: fetch2, headers }, signal) {
  let response;
  try {
    response = await fetch2(
      new Request(url2, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: toJson(body),
        credentials: "same-origin",
        redirect: "error",
        signal
      })
    );
  } catch {
    throw new FinancingError("network", operation2);
  }
  const json2 = await response.json().catch(() => void 0);
  if (response.ok && json2 !== void 0) return { json: json2, headers: response.headers };
  const { code, service } = Object(json2);
  const seconds = Number(response.headers.get("Retry-After"));
  throw new FinancingError(
    typeof code === "string" ? code : "invalid-response",
    operation2,
    seconds > 0 ? seconds * 1e3 : void 0,
    code === "invalid-service-response" || !!(service == null ? void 0 : service.status)
  );
}
const operation$4 = "estimatePayments";
function createEstimateClient(context) {
  const { fetch: fetch2, timeouts, now, storage, document: document2 } = context;
  const cache = createEstimateCache(storage, now);
  const batcher = createTurnBatcher({ call: estimatePayments2, document: document2 });
  async function estimatePayments2(group, amounts, signal) {
    const { endpoint, timeZone, location: locationId, representative } = group;
    const set = Object.entries({ timeZone, location: locationId, representative }).filter(
      (parameter) => Boolean(parameter[1])
    );
    const query2 = String(new URLSearchParams(set));
    const items = amounts.map((amount) => ({
      id: idOf(amount),
      totalAmount: amount
    }));
    const url2 = endpoint + pagePaths[operation$4] + (query2 && `?${query2}`);
    const timeout2 = timeouts.estimates;
    const { json: json2 } = await postJson(url2, items, { operation: operation$4, fetch: fetch2, timeout: timeout2, signal });
    if (!Array.isArray(json2)) throw new FinancingError("invalid-response", operation$4);
    const results = new Map(json2.filter(isEstimate).map((estimate2) => [estimate2.id, estimate2]));
    const estimates = /* @__PURE__ */ new Map();
    for (const amount of amounts) {
      const estimate2 = results.get(idOf(amount));
      if (estimate2) estimates.set(amount, estimate2);
    }
    cache.add(group, estimates);
    return estimates;
  }
  return {
    unsubscribe: batcher.unsubscribe,
    flush: batcher.flush,
    subscribe(given, subscriber, mode = "default") {
      const endpoint = resolveEndpoint(given.endpoint);
      if (!endpoint || !(given.amount > 0)) {
        const code = endpoint ? "invalid-amount" : "invalid-endpoint";
        return void subscriber.onAnswer(new FinancingError(code, operation$4));
      }
      const request2 = endpoint === given.endpoint ? given : { ...given, endpoint };
      const cached = mode === "default" && cache.get(request2);
      if (cached) return void subscriber.onAnswer(cached);
      batcher.subscribe(request2, subscriber);
      return request2;
    }
  };
}
function idOf(amount) {
  return String(Math.round(amount * 100));
}
const day$6 = 864e5;
function createIdempotencyKeys(now) {
  const sent = /* @__PURE__ */ new Map();
  return {
    keyOf(body) {
      let request2 = sent.get(body);
      if (!request2 || request2.expiresAt <= now()) {
        request2 = { key: createIdempotencyKey(), expiresAt: now() + day$6 };
        sent.set(body, request2);
      }
      return request2.key;
    },
    settle(body, key, failure) {
      const request2 = sent.get(body);
      if ((request2 == null ? void 0 : request2.key) !== key) return;
      const code = failure == null ? void 0 : failure.code;
      const isLost = code === "outcome-unknown" && request2.lastCode === code && !sendsText(body);
      if (!code || isLost || failure.isFromService) sent.delete(body);
      else request2.lastCode = code;
    }
  };
}
function createIdempotencyKey() {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
function sendsText(body) {
  return body.includes('"sendSMS":true');
}
const period = 5e3;
const maxDuration = 30 * 6e4;
function createLinkStatusPoller(options) {
  const { fetch: fetch2, now, document: document2 } = options;
  const polls = /* @__PURE__ */ new Set();
  let timer2;
  function pollAll() {
    if ((document2 == null ? void 0 : document2.visibilityState) !== "hidden") for (const poll of polls) void poll();
  }
  return (endpoint, token2, signal) => new Promise((resolve) => {
    const end = (status) => {
      polls.delete(poll);
      if (!polls.size) timer2 = clearInterval(timer2);
      resolve(status);
    };
    const endsAt = now() + maxDuration;
    async function poll() {
      if (now() >= endsAt) return end();
      const timeout2 = AbortSignal.timeout(period);
      try {
        const response = await fetch2(
          new Request(`${endpoint}/link-status`, {
            headers: { Authorization: `Bearer ${token2}` },
            redirect: "error",
            signal: signal ? AbortSignal.any([signal, timeout2]) : timeout2
          })
        );
        if (response.status === 401 || response.status === 404) return end();
        const { status } = Object(await response.json());
        if (status === "completed" || status === "aborted") end(status);
      } catch {
      }
    }
    if (signal == null ? void 0 : signal.aborted) return end();
    signal == null ? void 0 : signal.addEventListener("abort", () => end(), { once: true });
    polls.add(poll);
    document2 == null ? void 0 : document2.addEventListener("visibilitychange", pollAll);
    timer2 ?? (timer2 = setInterval(pollAll, period));
  });
}
function createLinkClient({ fetch: fetch2, timeouts, now, document: document2 }) {
  const keys = createIdempotencyKeys(now);
  const pollLinkStatus = createLinkStatusPoller({ fetch: fetch2, now, document: document2 });
  async function createLink2(operation2, endpoint, body, { idempotencyKey, purchase: purchase2, signal }) {
    signal == null ? void 0 : signal.throwIfAborted();
    const base = resolveEndpoint(endpoint);
    if (!base) throw new FinancingError("invalid-endpoint", operation2);
    const text2 = jsonOf$1(body, operation2);
    const key = idempotencyKey ?? keys.keyOf(text2);
    const { json: json2, headers } = await postJson(base + pagePaths[operation2], body, {
      operation: operation2,
      fetch: fetch2,
      timeout: timeouts.links,
      headers: {
        "Idempotency-Key": key,
        ...purchase2 && { "Financing-Purchase": purchase2 }
      },
      signal
    }).catch((error) => {
      if (error instanceof FinancingError) keys.settle(text2, key, error);
      throw error;
    });
    const url2 = resolveLink(Object(json2).url);
    if (!url2) throw new FinancingError("invalid-response", operation2);
    keys.settle(text2, key);
    const token2 = headers.get("Financing-Link-Token");
    if (!token2) return { url: url2 };
    return { url: url2, waitForOutcome: ({ signal: signal2 } = {}) => pollLinkStatus(base, token2, signal2) };
  }
  return {
    createPayOverTimeLink: (endpoint, request2, options = {}) => createLink2("createPayOverTimeLink", endpoint, request2, options),
    // The body is an array of one (service document, "Create pre-qualification link").
    createPrequalLink: (endpoint, request2, options = {}) => createLink2("createPrequalLink", endpoint, [request2], options)
  };
}
function jsonOf$1(body, operation2) {
  try {
    return toJson(body);
  } catch {
    throw new FinancingError("invalid-details", operation2);
  }
}
let client = createPageClient(defaultContext.fetch);
function pageClient() {
  return client;
}
function setPageFetch(fetch2) {
  client = createPageClient(fetch2);
}
function createPageClient(fetch2) {
  const context = { ...defaultContext, fetch: fetch2 };
  const estimates = createEstimateClient(context);
  return {
    ...createLinkClient(context),
    ...estimates,
    subscribe(request2, subscriber, cache) {
      if (!request2.error) return estimates.subscribe(request2, subscriber, cache);
      return void subscriber.onAnswer(new FinancingError(request2.error, "estimatePayments"));
    }
  };
}
function findPrice(element, selector) {
  for (let scope = parentOf(element); scope; scope = parentOf(scope)) {
    const price = scope.querySelector(selector);
    if (price) return price;
  }
  return void 0;
}
function priceText(price) {
  if (/\d(?:<[^>]*>)+\d/.test(price.innerHTML)) return "ambiguous";
  const { value } = price;
  const text2 = price.textContent.trim() || price.getAttribute("content") || value;
  return text2 ? String(text2) : void 0;
}
function parentOf(node) {
  return node.parentNode ?? node.host;
}
function estimateRequestOf(element) {
  const selector = ownValue(element, "amountFrom", "amount-from");
  const source = selector ? followedAmount(element, selector) : ownAmount(element);
  if (!source) return void 0;
  const timeZone = ownValue(element, "timeZone", "time-zone");
  return {
    ...settingsOf(element),
    representative: ownValue(element, "representative"),
    timeZone: timeZone === "browser" ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone,
    ...source
  };
}
function ownAmount(element) {
  const { amount } = element;
  return read(amount ?? element.getAttribute("amount"));
}
function followedAmount(element, selector) {
  try {
    const price = findPrice(element, selector);
    return read(price && priceText(price));
  } catch {
    return { amount: NaN, error: "invalid-selector" };
  }
}
function read(value) {
  if (value === void 0 || value === null) return void 0;
  const amount = parseAmount(value);
  return amount ? { amount } : { amount: NaN, error: "invalid-amount" };
}
const hydrating = /* @__PURE__ */ new WeakSet();
const canHydrate = "litElementHydrateSupport" in globalThis;
function beginHydration(element) {
  if (!element.shadowRoot) return;
  if (canHydrate) hydrating.add(element);
  else element.shadowRoot.replaceChildren();
}
function isHydrating(element) {
  return hydrating.has(element);
}
function endHydration(element) {
  return hydrating.delete(element);
}
let observer$1;
const waiting$1 = /* @__PURE__ */ new WeakMap();
const pause$4 = 250;
let arrived = [];
let lastNotified = -pause$4;
function isNearViewport(element, onNear) {
  if (!waiting$1.has(element) || waiting$1.get(element)) {
    waiting$1.set(element, onNear);
    observer$1 ?? (observer$1 = new IntersectionObserver(gather, { rootMargin: "200%" }));
    observer$1.observe(element);
  }
  return !waiting$1.get(element);
}
function stopWaiting(element) {
  observer$1 == null ? void 0 : observer$1.unobserve(element);
}
function gather(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    stopWaiting(target);
    if (arrived.push(target) === 1) setTimeout(notify, lastNotified + pause$4 - performance.now());
  }
}
function notify() {
  lastNotified = performance.now();
  for (const element of arrived) {
    const onNear = waiting$1.get(element);
    waiting$1.set(element, void 0);
    onNear == null ? void 0 : onNear();
  }
  arrived = [];
}
const checks = /* @__PURE__ */ new Map();
const anyChange = { attributes: true, characterData: true, childList: true, subtree: true };
let observer;
function watchPage(element, check2) {
  if (checks.has(element)) return;
  if (!checks.size) addEventListener("input", checkAll);
  checks.set(element, check2);
  observer ?? (observer = new MutationObserver(checkAll));
  for (let from = element; from; from = from.host) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
  }
}
function unwatchPage(element) {
  if (!checks.delete(element) || checks.size) return;
  observer == null ? void 0 : observer.disconnect();
  removeEventListener("input", checkAll);
}
function checkAll() {
  for (const check2 of checks.values()) check2();
}
const maxAge$1 = 5 * 6e4;
const retryables = /* @__PURE__ */ new Set();
const scheduled = /* @__PURE__ */ new Map();
let due = 0;
let timer;
function startRetrying(retryable) {
  if (!retryables.size) {
    addEventListener("online", onOnline);
    addEventListener("visibilitychange", onVisibilityChange);
  }
  retryables.add(retryable);
}
function stopRetrying(retryable) {
  retryables.delete(retryable);
  scheduled.delete(retryable);
}
function scheduleRetry(retryable) {
  const { error } = retryable;
  if (!(Number(error == null ? void 0 : error.retryAfterMs) < maxAge$1) || retryable.retriesLeft-- <= 0) return;
  scheduled.set(retryable, error);
  due = Math.max(due, Date.now() + error.retryAfterMs + Math.random() * 1e3);
  clearTimeout(timer);
  timer = setTimeout(retry, due - Date.now());
}
function retry() {
  for (const [retryable, error] of scheduled) {
    if (retryable.error === error) retryable.askAgain("default");
  }
  scheduled.clear();
}
function onOnline() {
  var _a2;
  for (const each of retryables) if (((_a2 = each.error) == null ? void 0 : _a2.code) === "network") each.askAgain("default");
}
function onVisibilityChange() {
  if (document.hidden) return;
  for (const each of retryables) {
    if (!each.error && Date.now() - each.settledAt > maxAge$1) each.askAgain("default");
  }
}
const pause$3 = 100;
const questionFields = [
  "amount",
  "error",
  "endpoint",
  "location",
  "timeZone",
  "representative"
];
class EstimateController {
  constructor(host2) {
    __privateAdd(this, _EstimateController_instances);
    /** Another object whenever something has come of a question. */
    __publicField(this, "outcome", { status: "idle" });
    /** The same object as long as the same is asked; undefined where nothing is. */
    __publicField(this, "question");
    __publicField(this, "settledAt", NaN);
    __publicField(this, "retriesLeft", 0);
    __privateAdd(this, _host);
    __privateAdd(this, _client, pageClient());
    /** The question that an answer is awaited for. */
    __privateAdd(this, _pending);
    /** How to ask once more, though nothing has changed. */
    __privateAdd(this, _again);
    /** The newest server-rendered estimate. */
    __privateAdd(this, _rendered);
    __privateAdd(this, _changedAt);
    __privateAdd(this, _timer);
    __privateSet(this, _host, host2);
    host2.addController(this);
  }
  get error() {
    return this.outcome.error;
  }
  /** Asks again with the next update. */
  askAgain(cache) {
    if (__privateGet(this, _again) !== "reload") __privateSet(this, _again, cache);
    __privateGet(this, _host).refreshSettings();
  }
  hostConnected() {
    startRetrying(this);
  }
  /** Asks what the host asks now, if that is new. The host calls it in `willUpdate()`, and renders the outcome. */
  update() {
    const host2 = __privateGet(this, _host);
    if (isServer) return __privateMethod(this, _EstimateController_instances, updateOnServer_fn).call(this);
    if (!host2.isConnected) return;
    const rendered = __privateMethod(this, _EstimateController_instances, newlyRendered_fn).call(this);
    const mayWait = host2.loading === "lazy" && !this.question && !rendered;
    if (mayWait && !isNearViewport(host2, () => host2.refreshSettings())) return;
    const question = estimateRequestOf(host2);
    __privateMethod(this, _EstimateController_instances, watchPrice_fn).call(this);
    const isSame = __privateMethod(this, _EstimateController_instances, isAsked_fn).call(this, question) && __privateGet(this, _client) === pageClient();
    if (isSame && !__privateGet(this, _again) && !rendered) return;
    const cache = __privateGet(this, _again);
    const isChange = !isSame && this.question !== void 0;
    __privateMethod(this, _EstimateController_instances, stop_fn).call(this);
    __privateSet(this, _again, void 0);
    __privateSet(this, _client, pageClient());
    if (!isSame) {
      this.question = question;
      this.retriesLeft = 2;
    }
    const estimate2 = isSame ? this.outcome.estimate : void 0;
    this.outcome = question ? { status: "loading", estimate: estimate2 } : { status: "idle" };
    const ask = () => question && __privateMethod(this, _EstimateController_instances, ask_fn).call(this, question, cache);
    if (rendered && !(question == null ? void 0 : question.error)) this.onAnswer(rendered);
    else if (isChange && __privateMethod(this, _EstimateController_instances, isHurried_fn).call(this)) __privateSet(this, _timer, setTimeout(ask, pause$3));
    else if (isHydrating(host2)) __privateSet(this, _timer, setTimeout(ask));
    else ask();
  }
  hostDisconnected() {
    const host2 = __privateGet(this, _host);
    stopRetrying(this);
    unwatchPage(host2);
    stopWaiting(host2);
    queueMicrotask(() => {
      if (host2.isConnected) return;
      if (this.outcome.status === "loading") __privateSet(this, _again, "default");
      __privateMethod(this, _EstimateController_instances, stop_fn).call(this);
    });
  }
  onAnswer(answer2) {
    __privateSet(this, _pending, void 0);
    this.outcome = answer2 instanceof Error ? { status: "error", error: answer2 } : outcomeOf$2(answer2);
    this.settledAt = Date.now();
    scheduleRetry(this);
    __privateGet(this, _host).requestUpdate();
  }
}
_host = new WeakMap();
_client = new WeakMap();
_pending = new WeakMap();
_again = new WeakMap();
_rendered = new WeakMap();
_changedAt = new WeakMap();
_timer = new WeakMap();
_EstimateController_instances = new WeakSet();
ask_fn = function(question, cache) {
  __privateSet(this, _pending, __privateGet(this, _client).subscribe(question, this, cache));
};
isAsked_fn = function(question) {
  return questionFields.every((field) => {
    var _a2;
    return Object.is(question == null ? void 0 : question[field], (_a2 = this.question) == null ? void 0 : _a2[field]);
  });
};
watchPrice_fn = function() {
  const host2 = __privateGet(this, _host);
  if (!host2.amountFrom) return unwatchPage(host2);
  watchPage(host2, () => __privateMethod(this, _EstimateController_instances, isAsked_fn).call(this, estimateRequestOf(host2)) || host2.refreshSettings());
};
/**
 * On a server nothing is asked: an element has its server-rendered estimate, or none. The price that `amount-from`
 * points to is not there yet, and taken for the one that the estimate is of.
 */
updateOnServer_fn = function() {
  const { amount, amountFrom } = __privateGet(this, _host);
  const rendered = __privateMethod(this, _EstimateController_instances, newlyRendered_fn).call(this);
  const isInvalid = !amountFrom && (amount ?? null) !== null && !parseAmount(amount);
  if (rendered && !isInvalid) this.outcome = outcomeOf$2(rendered);
};
/** The server-rendered estimate, if it was set since the last update: it then belongs to what the host asks now. */
newlyRendered_fn = function() {
  const json2 = jsonOf(__privateGet(this, _host).estimate);
  if (json2 === __privateGet(this, _rendered)) return void 0;
  __privateSet(this, _rendered, json2);
  return json2 === void 0 ? void 0 : readEstimate(json2);
};
isHurried_fn = function() {
  const before = __privateGet(this, _changedAt);
  __privateSet(this, _changedAt, performance.now());
  return __privateGet(this, _changedAt) - before < pause$3;
};
stop_fn = function() {
  clearTimeout(__privateGet(this, _timer));
  if (__privateGet(this, _pending)) __privateGet(this, _client).unsubscribe(__privateGet(this, _pending), this);
  __privateSet(this, _pending, void 0);
};
function outcomeOf$2(estimate2) {
  return isFinanced$1(estimate2) ? { status: "ready", estimate: estimate2 } : { status: "unavailable" };
}
function jsonOf(value) {
  try {
    return typeof value === "string" ? value : toJson(value);
  } catch {
    return void 0;
  }
}
const propertyValues = {
  loading: ["eager", "lazy"],
  whenUnavailable: ["hide", "keep-space"],
  aprUnit: ["percent", "fraction"],
  layout: ["auto", "stacked", "inline"],
  details: ["icon", "text"],
  target: ["_blank", "_self"],
  delivery: ["open", "sms"]
};
const explainedCodes = [
  "network",
  "invalid-amount",
  "invalid-selector",
  "invalid-endpoint",
  "invalid-details",
  "invalid-request",
  "missing-location",
  "missing-transaction-id",
  "origin-not-allowed",
  "purchase-not-verified",
  "sms-not-allowed",
  "location-not-allowed",
  "location-not-found",
  "not-found",
  "method-not-allowed",
  "redirect-not-allowed",
  "bad-credentials"
];
const tools = { propertyValues, findPrice, priceText, resolveEndpoint, settingsOf };
const said = /* @__PURE__ */ new WeakMap();
function explainError(element, code) {
  if (explainedCodes.includes(code)) explain(element, code);
}
function explain(element, cause) {
  void import("./index.BlvP875D.js").then(
    ({ sentencesFor }) => sentencesFor(element, cause, tools),
    () => [cause]
  ).then((sentences) => {
    const before = said.get(element) ?? /* @__PURE__ */ new Set();
    said.set(element, before);
    for (const sentence of sentences) {
      if (!before.has(sentence)) console.warn(`<${element.localName}>: ${sentence}`, element);
      before.add(sentence);
    }
  });
}
const foreignAttribute = /^(class|id|style|slot|part|exportparts|lang|dir|title|hidden|role|is|nonce|inert|tabindex|translate)$|^(data|aria|on|v|x|ng|hx|item|defer)|[^a-z-]/;
const delay = 2e3;
let arrivals;
function inspectLater(element) {
  if (!arrivals) {
    const references = arrivals = [];
    queueMicrotask(() => arrivals = void 0);
    setTimeout(() => references.forEach(inspect), delay);
  }
  arrivals.push(new WeakRef(element));
}
function inspect(reference) {
  const element = reference.deref();
  if (element && seemsWrong(element)) explain(element, "markup");
}
function seemsWrong(element) {
  const { observedAttributes } = element.constructor;
  const properties = element;
  const isUnknown = (name) => !observedAttributes.includes(name) && !foreignAttribute.test(name);
  const asksNothing = observedAttributes.includes("amount") && !properties["estimate"] && !estimateRequestOf(element);
  return element.isConnected && (asksNothing || element.getAttributeNames().some(isUnknown) || Object.entries(propertyValues).some(
    ([name, values]) => properties[name] && !values.includes(properties[name])
  ));
}
const everywhere = { bubbles: true, composed: true };
class FinancingEstimateEvent extends Event {
  constructor(estimate2) {
    super("financing-estimate", everywhere);
    this.estimate = estimate2;
  }
}
class FinancingUnavailableEvent extends Event {
  constructor() {
    super("financing-unavailable", everywhere);
  }
}
class FinancingLinkEvent extends Event {
  constructor(url2, operation2) {
    super("financing-link", { ...everywhere, cancelable: true });
    this.url = url2;
    this.operation = operation2;
  }
}
class FinancingStatusEvent extends Event {
  constructor(status) {
    super("financing-status", everywhere);
    this.status = status;
  }
}
class FinancingErrorEvent extends Event {
  constructor(code, operation2) {
    super("financing-error", everywhere);
    this.code = code;
    this.operation = operation2;
  }
}
const sheetsOf = /* @__PURE__ */ new WeakMap();
function applyStyleSheets(root, styles) {
  root.adoptedStyleSheets = styles.map((style) => sheetIn(root.ownerDocument, style));
}
function sheetIn(owner, style) {
  if (owner === document) return style.styleSheet;
  const sheets = sheetsOf.get(owner) ?? /* @__PURE__ */ new Map();
  sheetsOf.set(owner, sheets);
  let sheet = sheets.get(style);
  if (!sheet) {
    sheet = new (owner.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(style.cssText);
    sheets.set(style, sheet);
  }
  return sheet;
}
const commonStyles = css`
  :host([hidden]) {
    display: none !important;
  }
  button {
    padding: 0.5em 1.25em;
    border: 1px solid var(--financing-button-border-color, currentColor);
    border-radius: var(--financing-button-radius, 0.5em);
    background: var(--financing-button-background, none);
    color: var(--financing-button-color, inherit);
    font: inherit;
    cursor: pointer;
  }
  dialog {
    box-sizing: border-box;
    width: 24rem;
    padding: 1.25em;
    border: 1px solid;
    border-radius: var(--financing-dialog-radius, 0.5em);
    background: var(--financing-dialog-background, Canvas);
    color: var(--financing-dialog-color, CanvasText);
    font-size: 1rem;
    line-height: 1.5;
    text-align: start;
  }
  h2 {
    margin: 0;
    outline: 0;
    font-size: 1.25em;
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
const collapsedStyles = css`
  :host {
    display: none !important;
  }
`;
const announcingStyles = css`
  :host,
  .container {
    display: contents !important;
  }
  :host::before,
  :host::after,
  button {
    display: none !important;
  }
  [role='status'] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
const connectedElements = /* @__PURE__ */ new Set();
class FinancingElement extends LitElement {
  constructor() {
    super();
    __privateAdd(this, _FinancingElement_instances);
    /** Whether settings or language may have changed outside of the element since its last update. */
    __publicField(this, "isStale", true);
    __privateAdd(this, _internals, (_a = this.attachInternals) == null ? void 0 : _a.call(this));
    __privateAdd(this, _cannotRender, false);
    /** What takes the element out of the layout, when it is out of it. */
    __privateAdd(this, _collapse);
    beginHydration(this);
  }
  connectedCallback() {
    super.connectedCallback();
    if (isServer) return;
    connectedElements.add(this);
    inspectLater(this);
    this.refreshSettings();
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    connectedElements.delete(this);
  }
  /**
   * Called by the browser when the element has moved to another document, as into an iframe.
   * @internal
   */
  adoptedCallback() {
    if (this.renderRoot) __privateMethod(this, _FinancingElement_instances, applyStyleSheets_fn).call(this);
  }
  /**
   * Updates the element with the settings that hold now.
   * @internal
   */
  refreshSettings() {
    this.isStale = true;
    this.requestUpdate();
  }
  createRenderRoot() {
    if (isServer) return super.createRenderRoot();
    const isAtHome = this.ownerDocument === document;
    const root = isAtHome ? super.createRenderRoot() : this.attachShadow(this.constructor.shadowRootOptions);
    if (!isAtHome || isHydrating(this)) __privateMethod(this, _FinancingElement_instances, applyStyleSheets_fn).call(this, root);
    return root;
  }
  /**
   * Updates the element. Where that fails, the content that the page gave it shows from then on: a page may have replaced
   * `document.createElement`, which lit needs, or hidden it behind an element of that name.
   */
  performUpdate() {
    if (__privateGet(this, _cannotRender)) return;
    try {
      super.performUpdate();
    } catch (error) {
      __privateSet(this, _cannotRender, true);
      console.warn(`<${this.localName}> cannot be rendered`, error);
      const slot = new Document().createElementNS("http://www.w3.org/1999/xhtml", "slot");
      this.renderRoot.replaceChildren(slot);
    }
  }
  updated() {
    if (endHydration(this)) void this.updateComplete.then(() => this.refreshSettings());
  }
  get settings() {
    return settingsOf(this);
  }
  /** A server knows no ancestors. */
  get language() {
    const isAlone = isServer || isHydrating(this);
    return isAlone ? languageIn(this.getAttribute("lang")) : languageOf(this);
  }
  get text() {
    return textIn(this.language);
  }
  /** Dispatches `financing-error`, and explains what the page's author can fix in the console. */
  dispatchError(code, operation2) {
    explainError(this, code);
    this.dispatchEvent(new FinancingErrorEvent(code, operation2));
  }
  /** Turns a custom state on or off. */
  setState(state, isOn) {
    var _a2;
    try {
      (_a2 = __privateGet(this, _internals)) == null ? void 0 : _a2.states[isOn ? "add" : "delete"](state);
    } catch {
    }
  }
  /**
   * Takes the element out of the layout, but for a live region that is in use, or puts it back. By a style sheet: the
   * host's attributes are the page's, and a custom state would be lost on browsers that have none.
   */
  setCollapsed(isCollapsed, isAnnouncing = false) {
    const collapse = isCollapsed ? isAnnouncing ? announcingStyles : collapsedStyles : void 0;
    if (collapse === __privateGet(this, _collapse)) return;
    __privateSet(this, _collapse, collapse);
    __privateMethod(this, _FinancingElement_instances, applyStyleSheets_fn).call(this);
  }
}
_internals = new WeakMap();
_cannotRender = new WeakMap();
_collapse = new WeakMap();
_FinancingElement_instances = new WeakSet();
applyStyleSheets_fn = function(root = this.renderRoot) {
  const styles = this.constructor.elementStyles;
  applyStyleSheets(root, __privateGet(this, _collapse) ? [...styles, __privateGet(this, _collapse)] : styles);
};
__publicField(FinancingElement, "properties", {
  endpoint: {},
  location: {}
});
__publicField(FinancingElement, "styles", commonStyles);
class FocusKeeper {
  constructor(host2) {
    __privateAdd(this, _FocusKeeper_instances);
    __privateAdd(this, _host2);
    __privateAdd(this, _hadFocus, false);
    __privateSet(this, _host2, host2);
    host2.addController(this);
  }
  hostUpdate() {
    var _a2;
    __privateSet(this, _hadFocus, Boolean((_a2 = __privateGet(this, _host2).shadowRoot) == null ? void 0 : _a2.activeElement));
  }
  hostUpdated() {
    if (__privateGet(this, _hadFocus)) __privateMethod(this, _FocusKeeper_instances, keep_fn).call(this);
  }
  /** Looks once more, after the element has left the layout or has come back. */
  check() {
    var _a2;
    if ((_a2 = __privateGet(this, _host2).shadowRoot) == null ? void 0 : _a2.activeElement) __privateMethod(this, _FocusKeeper_instances, keep_fn).call(this);
  }
}
_host2 = new WeakMap();
_hadFocus = new WeakMap();
_FocusKeeper_instances = new WeakSet();
/** Moves the focus from what can no longer have it to the button, or else to the live region. */
keep_fn = function() {
  const { activeElement } = __privateGet(this, _host2).shadowRoot;
  const [button, region] = ["button", "[role=status]"].map(
    (selector) => __privateGet(this, _host2).shadowRoot.querySelector(selector)
  );
  if (activeElement !== region && (activeElement == null ? void 0 : activeElement.checkVisibility())) return;
  if (button == null ? void 0 : button.checkVisibility()) button.focus();
  else region == null ? void 0 : region.focus();
};
const buttonStyles = css`
  :host {
    position: relative;
    display: inline-block;
    max-width: 100%;
  }
  button {
    position: relative;
    min-height: 2.75em;
  }
  [part='spinner'] {
    position: absolute;
    inset: 0 0.25em 0 auto;
    width: 0.5em;
    height: 0.5em;
    margin: auto;
    border: 2px dotted;
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    [part='spinner'] {
      animation: turn 2s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  :disabled,
  [aria-disabled] {
    opacity: 0.6;
    cursor: default;
  }
  [part='message'] {
    font-size: 0.875em;
  }
  [part='link'] {
    display: inline-block;
    padding: 0.5em 0;
    color: inherit;
  }
  form {
    display: grid;
    gap: 0.75em;
  }
  label {
    font-weight: 600;
  }
  [part='phone-input'] {
    box-sizing: border-box;
    width: 100%;
    min-height: 2.75em;
    margin-block-start: -0.5em;
    padding: 0.5em 0.75em;
    border: 1px solid;
    border-radius: 0.375em;
    background: none;
    color: inherit;
    font: inherit;
  }
  [aria-invalid] {
    border-color: color-mix(in srgb, currentColor 40%, #d00);
    box-shadow: 0 0 0 1px color-mix(in srgb, currentColor 40%, #d00);
  }
  #told {
    color: color-mix(in srgb, currentColor 40%, #d00);
  }
  #consent {
    font-size: 0.875em;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  [part='phone-submit'] {
    border-color: currentColor;
    background: var(--financing-dialog-color, CanvasText);
    color: var(--financing-dialog-background, Canvas);
    font-weight: 600;
  }
  [part='phone-cancel'] {
    border-color: transparent;
    background: none;
    color: inherit;
    text-decoration: underline;
  }
`;
function renderOutcome({ state, text: key, link }, text2) {
  if (link) {
    return html$1`<a part="link" href=${link.url} target="_blank" rel="noopener noreferrer"
      >${text2.continue} <span class="spoken">${text2.opensWindow}</span></a
    >`;
  }
  const words = key ? text2[key] : nothing;
  return state === "error" && key !== "notSent" ? html$1`<slot name="error">${words}</slot>` : words;
}
const temporary = setOf(
  "body-timeout",
  "duplicate-send",
  "in-progress",
  "invalid-response",
  "invalid-service-response",
  "network",
  "outcome-unknown",
  "overloaded",
  "service-busy",
  "service-error",
  "service-timeout",
  "service-unreachable",
  "store-unavailable",
  "timeout",
  "verification-failed"
);
const limited = setOf("rate-limited", "sms-limit");
const unsendable = setOf("invalid-phone-number", "sms-not-allowed");
const unsent = setOf("overloaded", "store-unavailable");
function failureText(code, isText) {
  if (limited.has(code)) return "limited";
  if (isText && unsendable.has(code)) return "notSent";
  if (!temporary.has(code)) return "refused";
  return isText && !unsent.has(code) ? "perhapsSent" : "failed";
}
function setOf(...codes2) {
  return new Set(codes2);
}
class LinkController {
  constructor(host2, task) {
    __privateAdd(this, _LinkController_instances);
    __privateAdd(this, _host3);
    __privateAdd(this, _task);
    __privateAdd(this, _outcome, {});
    /** The request that is under way. */
    __privateAdd(this, _busy);
    /** The link whose application is followed. */
    __privateAdd(this, _followed);
    __privateSet(this, _host3, host2);
    __privateSet(this, _task, task);
    host2.addController(this);
  }
  get outcome() {
    return __privateGet(this, _outcome);
  }
  get isBusy() {
    return __privateGet(this, _busy) !== void 0;
  }
  hostDisconnected() {
    queueMicrotask(() => {
      var _a2, _b;
      if (__privateGet(this, _host3).isConnected) return;
      (_a2 = __privateGet(this, _busy)) == null ? void 0 : _a2.abort();
      (_b = __privateGet(this, _followed)) == null ? void 0 : _b.abort();
    });
  }
  /** Creates a link, and sends the shopper to it in the window; without a window, the request is for a text. */
  async send(request2, target) {
    const busy = __privateSet(this, _busy, new AbortController());
    const { signal } = busy;
    __privateMethod(this, _LinkController_instances, setOutcome_fn).call(this, {});
    const onShow = ({ persisted }) => {
      if (persisted) busy.abort(new FinancingError("network", __privateGet(this, _task).operation()));
    };
    addEventListener("pageshow", onShow, { signal });
    try {
      const link = await __privateGet(this, _task).createLink(request2, { signal });
      void __privateMethod(this, _LinkController_instances, follow_fn).call(this, link);
      __privateMethod(this, _LinkController_instances, deliver_fn).call(this, link, request2, target);
    } catch (error) {
      target == null ? void 0 : target.close();
      if (error instanceof FinancingError) this.fail(error.code, !target);
    } finally {
      __privateSet(this, _busy, void 0);
      busy.abort();
      __privateGet(this, _host3).requestUpdate();
    }
  }
  /** Shows a failure and dispatches it. */
  fail(code, isText = false) {
    __privateMethod(this, _LinkController_instances, setOutcome_fn).call(this, { state: "error", text: failureText(code, isText) });
    __privateGet(this, _task).dispatchError(code);
  }
  /** Shows no failure any more. */
  clearFailure() {
    if (__privateGet(this, _outcome).state === "error") __privateMethod(this, _LinkController_instances, setOutcome_fn).call(this, {});
  }
  /** Forgets what is of another purchase. */
  forget() {
    var _a2;
    (_a2 = __privateGet(this, _followed)) == null ? void 0 : _a2.abort();
    __privateSet(this, _outcome, {});
  }
  /** Forgets a link that could not be opened, if it was made for another request than this. */
  forgetLinkUnlessFor(request2) {
    const { link } = __privateGet(this, _outcome);
    if (link && link.request !== toJson(request2)) __privateSet(this, _outcome, {});
  }
}
_host3 = new WeakMap();
_task = new WeakMap();
_outcome = new WeakMap();
_busy = new WeakMap();
_followed = new WeakMap();
_LinkController_instances = new WeakSet();
setOutcome_fn = function(outcome) {
  __privateSet(this, _outcome, outcome);
  __privateGet(this, _host3).requestUpdate();
};
deliver_fn = function({ url: url2 }, request2, target) {
  const isWanted = __privateGet(this, _host3).dispatchEvent(new FinancingLinkEvent(url2, __privateGet(this, _task).operation()));
  if (!target) {
    __privateMethod(this, _LinkController_instances, setOutcome_fn).call(this, { state: "sent", text: "sent" });
  } else if (!isWanted) {
    target.close();
  } else if (!target.go(url2)) {
    __privateMethod(this, _LinkController_instances, setOutcome_fn).call(this, { link: { url: url2, request: toJson(request2) } });
    if (target.isBlocked) __privateGet(this, _task).dispatchError("popup-blocked");
  }
};
follow_fn = async function({ waitForOutcome }) {
  var _a2;
  if (!waitForOutcome || !__privateGet(this, _task).isFollowed()) return;
  (_a2 = __privateGet(this, _followed)) == null ? void 0 : _a2.abort();
  __privateSet(this, _followed, new AbortController());
  const final = await waitForOutcome(__privateGet(this, _followed));
  if (!final) return;
  __privateMethod(this, _LinkController_instances, setOutcome_fn).call(this, { state: final === "completed" ? final : void 0, text: final });
  __privateGet(this, _host3).dispatchEvent(new FinancingStatusEvent(final));
};
const patience = 5e3;
function openLinkWindow(target, text2) {
  const isNew = target !== "_self";
  let opened = window;
  const close = () => isNew && (opened == null ? void 0 : opened.close());
  const timer2 = setTimeout(close, patience);
  try {
    if (isNew) opened = window.open("", "_blank");
    if (isNew && opened) {
      opened.opener = null;
      opened.document.title = text2;
      opened.document.body.textContent = text2;
    }
  } catch {
    if (opened !== window) close();
    opened = null;
  }
  return {
    isBlocked: !opened,
    close,
    go(url2) {
      clearTimeout(timer2);
      if (!opened || opened.closed) return false;
      try {
        const link = opened.document.createElement("a");
        link.href = url2;
        link.rel = "noreferrer";
        link.click();
        return true;
      } catch {
        return false;
      }
    }
  };
}
function closeDialog(click) {
  var _a2;
  (_a2 = click.currentTarget.closest("dialog")) == null ? void 0 : _a2.close();
}
function renderPhoneForm(form2) {
  const { text: text2, language, isBusy, isInvalid, message, onSubmit, onClose } = form2;
  return html$1`
    <dialog
      lang=${language}
      dir="auto"
      aria-labelledby="phone-title"
      closedby="any"
      @close=${onClose}
      @input=${keep}
      @keydown=${keep}
    >
      <form part="phone-form" @submit=${onSubmit}>
        <h2 id="phone-title" part="phone-title">${text2.phoneTitle}</h2>
        <label for="phone">${text2.phoneNumber}</label>
        <input
          id="phone"
          part="phone-input"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          required
          aria-invalid=${isInvalid || nothing}
          aria-describedby="told consent"
        />
        <div id="told" role="status">${message}</div>
        <div id="consent"><slot name="consent">${text2.consent}</slot></div>
        <div class="actions">
          <button part="phone-submit" aria-disabled=${isBusy || nothing}>
            ${text2.send} ${isBusy ? spinner : nothing}
          </button>
          <button type="button" part="phone-cancel" @click=${closeDialog}>${text2.cancel}</button>
        </div>
      </form>
    </dialog>
  `;
}
const spinner = html$1`<span part="spinner"></span>`;
function keep(typed) {
  typed.stopPropagation();
}
const sharedFields = [
  "customerDetails",
  "sourcePlatform",
  "representativeEmail",
  "representativeFirstName",
  "representativeLastName"
];
class LinkButtonElement extends FinancingElement {
  constructor() {
    super();
    __privateAdd(this, _LinkButtonElement_instances);
    __privateAdd(this, _links, new LinkController(this, {
      operation: () => this.operation,
      createLink: (request2, options) => this.createLink(request2, options),
      isFollowed: () => this.target !== "_self" || this.delivery === "sms",
      dispatchError: (code) => this.dispatchError(code, this.operation)
    }));
    __privateAdd(this, _focusKeeper, isServer ? void 0 : new FocusKeeper(this));
    this.target = "_blank";
    this.delivery = "open";
    this.disabled = false;
  }
  /** Does what a shopper's click does. */
  click() {
    var _a2, _b;
    (_b = (_a2 = this.renderRoot) == null ? void 0 : _a2.querySelector("button")) == null ? void 0 : _b.click();
  }
  disconnectedCallback() {
    var _a2;
    super.disconnectedCallback();
    (_a2 = __privateGet(this, _LinkButtonElement_instances, dialog_get)) == null ? void 0 : _a2.close();
  }
  /** The properties of these names that have a value: an absent attribute is null, an empty one says nothing. */
  filled(names) {
    const fields = names.map((property) => [property, __privateMethod(this, _LinkButtonElement_instances, value_fn).call(this, property)]);
    return Object.fromEntries(fields.filter(([, value]) => value));
  }
  setCollapsed(isCollapsed) {
    var _a2, _b;
    if (isCollapsed) (_a2 = __privateGet(this, _LinkButtonElement_instances, dialog_get)) == null ? void 0 : _a2.close();
    const hasFocus = Boolean(this.renderRoot.querySelector(":focus"));
    super.setCollapsed(isCollapsed, hasFocus);
    (_b = __privateGet(this, _focusKeeper)) == null ? void 0 : _b.check();
  }
  /** An outcome is shown for the purchase that it is of, a link for the request that it was made for. */
  willUpdate(changed) {
    if (changed.has(this.referenceField)) __privateGet(this, _links).forget();
    else if (__privateGet(this, _links).outcome.link) __privateGet(this, _links).forgetLinkUnlessFor(this.linkRequest());
  }
  render() {
    const { text: text2 } = this;
    const { isBusy } = __privateGet(this, _links);
    const isText = this.delivery === "sms";
    const opensWindow = !isText && this.target !== "_self";
    return html$1`
      <button
        part="button"
        ?disabled=${this.disabled}
        aria-disabled=${isBusy || nothing}
        aria-haspopup=${isText ? "dialog" : nothing}
        @click=${__privateMethod(this, _LinkButtonElement_instances, onClick_fn)}
      >
        <span part="label"><slot>${this.label(text2)}</slot></span>
        ${opensWindow ? html$1`<span class="spoken">${text2.opensWindow}</span>` : nothing}
        ${isBusy ? spinner : nothing}
      </button>
      <div part="message" role="status" tabindex="-1">
        ${__privateGet(this, _LinkButtonElement_instances, isInForm_get) ? nothing : __privateMethod(this, _LinkButtonElement_instances, renderMessage_fn).call(this, text2)}
      </div>
      ${isText ? __privateMethod(this, _LinkButtonElement_instances, renderPhoneForm_fn).call(this, text2) : nothing}
    `;
  }
  updated() {
    super.updated();
    this.setState("busy", __privateGet(this, _links).isBusy);
    for (const state of ["error", "sent", "completed"]) {
      this.setState(state, state === __privateGet(this, _links).outcome.state);
    }
  }
}
_links = new WeakMap();
_focusKeeper = new WeakMap();
_LinkButtonElement_instances = new WeakSet();
renderMessage_fn = function(text2) {
  const { isBusy, outcome } = __privateGet(this, _links);
  return isBusy ? html$1`<span class="spoken">${text2.opening}</span>` : renderOutcome(outcome, text2);
};
renderPhoneForm_fn = function(text2) {
  const { isBusy, outcome } = __privateGet(this, _links);
  return renderPhoneForm({
    text: text2,
    language: this.language,
    isBusy,
    isInvalid: outcome.text === "notSent",
    message: __privateGet(this, _LinkButtonElement_instances, isInForm_get) ? __privateMethod(this, _LinkButtonElement_instances, renderMessage_fn).call(this, text2) : nothing,
    onSubmit: (submit) => void __privateMethod(this, _LinkButtonElement_instances, onSubmit_fn).call(this, submit),
    onClose: () => __privateMethod(this, _LinkButtonElement_instances, onClose_fn).call(this)
  });
};
dialog_get = function() {
  var _a2;
  return (_a2 = this.renderRoot) == null ? void 0 : _a2.querySelector("dialog");
};
input_get = function() {
  return this.renderRoot.querySelector("input");
};
isInForm_get = function() {
  var _a2;
  return Boolean((_a2 = __privateGet(this, _LinkButtonElement_instances, dialog_get)) == null ? void 0 : _a2.open) && __privateGet(this, _links).outcome.state === "error";
};
value_fn = function(property) {
  return this[property];
};
onClick_fn = function() {
  const request2 = __privateMethod(this, _LinkButtonElement_instances, prepare_fn).call(this);
  if (!request2) return;
  if (this.delivery === "sms") void __privateMethod(this, _LinkButtonElement_instances, askForPhone_fn).call(this);
  else void __privateGet(this, _links).send(request2, openLinkWindow(this.target, this.text.opening));
};
askForPhone_fn = async function() {
  var _a2;
  __privateGet(this, _links).clearFailure();
  await this.updateComplete;
  if (__privateGet(this, _LinkButtonElement_instances, input_get)) __privateGet(this, _LinkButtonElement_instances, input_get).value = String(__privateMethod(this, _LinkButtonElement_instances, value_fn).call(this, this.phoneField) ?? "");
  (_a2 = __privateGet(this, _LinkButtonElement_instances, dialog_get)) == null ? void 0 : _a2.showModal();
};
onSubmit_fn = async function(submit) {
  var _a2, _b, _c;
  submit.preventDefault();
  const request2 = __privateMethod(this, _LinkButtonElement_instances, prepare_fn).call(this);
  if (!request2) return;
  const phone = (_a2 = __privateGet(this, _LinkButtonElement_instances, input_get)) == null ? void 0 : _a2.value.trim();
  await __privateGet(this, _links).send({ ...request2, [this.phoneField]: phone, sendSMS: true });
  const { state, text: text2 } = __privateGet(this, _links).outcome;
  if (state === "sent") (_b = __privateGet(this, _LinkButtonElement_instances, dialog_get)) == null ? void 0 : _b.close();
  if (text2 === "notSent") (_c = __privateGet(this, _LinkButtonElement_instances, input_get)) == null ? void 0 : _c.focus();
};
onClose_fn = function() {
  var _a2;
  __privateGet(this, _links).clearFailure();
  (_a2 = this.renderRoot.querySelector("button")) == null ? void 0 : _a2.focus();
};
/** The request to send; undefined when something is missing, or when nothing can be sent now. */
prepare_fn = function() {
  if (this.disabled || __privateGet(this, _links).isBusy) return void 0;
  const request2 = mayCreateLinks(this) ? this.linkRequest() : "invalid-endpoint";
  if (typeof request2 === "object") return request2;
  __privateGet(this, _links).fail(request2);
  return void 0;
};
__publicField(LinkButtonElement, "shadowRootOptions", { mode: "open", delegatesFocus: true });
__publicField(LinkButtonElement, "styles", [commonStyles, buttonStyles]);
__publicField(LinkButtonElement, "properties", {
  departmentId: { attribute: "department-id" },
  sourcePlatform: { attribute: "source-platform" },
  representativeEmail: { attribute: "representative-email" },
  representativeFirstName: { attribute: "representative-first-name" },
  representativeLastName: { attribute: "representative-last-name" },
  target: {},
  delivery: {},
  disabled: { type: Boolean, reflect: true, useDefault: true },
  customerDetails: { attribute: false }
});
class PayOverTimeButtonElement extends LinkButtonElement {
  constructor() {
    super(...arguments);
    __publicField(this, "referenceField", "transactionId");
    __publicField(this, "phoneField", "phoneNumber");
    __publicField(this, "operation", "createPayOverTimeLink");
    __privateAdd(this, _estimate, new EstimateController(this));
  }
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.size || this.isStale) __privateGet(this, _estimate).update();
    this.isStale = false;
  }
  updated() {
    super.updated();
    const { status } = __privateGet(this, _estimate).outcome;
    if (status !== "loading") this.setCollapsed(status === "unavailable");
  }
  label(text2) {
    return text2.payOverTime;
  }
  linkRequest() {
    const { location: store2 } = this.settings;
    const amount = parseAmount(this.amount);
    if (!store2) return "missing-location";
    if (!this.transactionId) return "missing-transaction-id";
    if (!amount) return "invalid-amount";
    return {
      ...this.filled([...sharedFields, "departmentId", "redirectUrl", "phoneNumber"]),
      amount,
      location: store2,
      transactionId: this.transactionId,
      sendSMS: false
      // omitted means true
    };
  }
  createLink(request2, options) {
    const purchase2 = this.purchase ?? void 0;
    return pageClient().createPayOverTimeLink(this.settings.endpoint, request2, {
      ...options,
      purchase: purchase2
    });
  }
}
_estimate = new WeakMap();
__publicField(PayOverTimeButtonElement, "properties", {
  amount: {},
  transactionId: { attribute: "transaction-id" },
  purchase: {},
  redirectUrl: { attribute: "redirect-url" },
  phoneNumber: { attribute: false }
});
class PrequalButtonElement extends LinkButtonElement {
  constructor() {
    super(...arguments);
    __publicField(this, "referenceField", "referral");
    __publicField(this, "phoneField", "customerPhoneNumber");
    __publicField(this, "operation", "createPrequalLink");
  }
  label(text2) {
    return text2.prequalify;
  }
  linkRequest() {
    const { location: store2 } = this.settings;
    if (!store2) return "missing-location";
    return {
      ...this.filled([...sharedFields, "referral", "customerPhoneNumber"]),
      // A number here, text on the pay-over-time link (service document, both requests).
      ...this.departmentId && { departmentId: Number(this.departmentId) },
      location: store2,
      sendSMS: false
      // omitted means true
    };
  }
  createLink(request2, options) {
    return pageClient().createPrequalLink(this.settings.endpoint, request2, options);
  }
}
__publicField(PrequalButtonElement, "properties", {
  referral: {},
  customerPhoneNumber: { attribute: false }
});
class Announcements {
  constructor(host2, controller, textOf) {
    __privateAdd(this, _Announcements_instances);
    __privateAdd(this, _host4);
    __privateAdd(this, _controller);
    __privateAdd(this, _textOf);
    /** The question of the estimate that was shown last. */
    __privateAdd(this, _shownQuestion);
    /** Whether there is a live region: from the second question on, since it has to be there before its text changes. */
    __publicField(this, "hasRegion", false);
    /** What is in the live region. The sentence of an estimate is then not in the line. */
    __publicField(this, "announced");
    /** Whether there was an estimate last. Its loss is announced once. */
    __privateAdd(this, _hadEstimate, false);
    __privateSet(this, _host4, host2);
    __privateSet(this, _controller, controller);
    __privateSet(this, _textOf, textOf);
    host2.addController(this);
  }
  /** Whether the estimate that was shown last is not, or no longer, the answer to the question. */
  get isOutdated() {
    const { question, outcome } = __privateGet(this, _controller);
    return question !== __privateGet(this, _shownQuestion) || !outcome.estimate;
  }
  hostUpdate() {
    if (!__privateGet(this, _shownQuestion) || !this.isOutdated) return;
    this.hasRegion = true;
    if (__privateGet(this, _controller).outcome.status === "loading") this.announced = void 0;
  }
  renderRegion(language) {
    if (!this.hasRegion) return nothing;
    const text2 = this.announced && __privateGet(this, _textOf).call(this, this.announced);
    return html$1`<span class="spoken" role="status" tabindex="-1" lang=${language}>${text2}</span>`;
  }
  /** Announces what is on the page now, if it is another estimate than before, or no longer one. */
  update() {
    const { question, outcome } = __privateGet(this, _controller);
    const { status, estimate: estimate2 } = outcome;
    if (status === "ready" && estimate2) {
      const isChange = __privateGet(this, _shownQuestion) && __privateGet(this, _shownQuestion) !== question;
      __privateSet(this, _shownQuestion, question);
      if (isChange) __privateMethod(this, _Announcements_instances, announce_fn).call(this, estimate2);
    } else if (status === "unavailable" && __privateGet(this, _hadEstimate)) {
      __privateMethod(this, _Announcements_instances, announce_fn).call(this, status);
    }
    if (status !== "loading") __privateSet(this, _hadEstimate, status === "ready");
  }
}
_host4 = new WeakMap();
_controller = new WeakMap();
_textOf = new WeakMap();
_shownQuestion = new WeakMap();
_hadEstimate = new WeakMap();
_Announcements_instances = new WeakSet();
announce_fn = function(announced) {
  announceAlone(__privateGet(this, _textOf).call(this, announced), () => {
    this.announced = announced;
    __privateGet(this, _host4).requestUpdate();
  });
};
const pause$2 = 150;
const waiting = /* @__PURE__ */ new Map();
function announceAlone(text2, announce) {
  if (!waiting.size) setTimeout(endPause, pause$2);
  if (!waiting.has(text2)) waiting.set(text2, announce);
}
function endPause() {
  if (waiting.size === 1) for (const announce of waiting.values()) announce();
  waiting.clear();
}
function derivedTerm(estimate2) {
  const { monthlyAmount, amountFinanced, apr } = estimate2;
  const payments = amountFinanced / monthlyAmount;
  const rate = apr / 1200;
  const months = rate === 0 ? payments : -Math.log1p(-rate * payments) / Math.log1p(rate);
  const term = Math.round(months);
  return term >= 1 && Math.abs(months - term) <= 0.25 ? term : void 0;
}
let hasWarned$1 = false;
function creditTermsOf(estimate2, reader) {
  const apr = reader.aprUnit === "fraction" ? estimate2.apr * 100 : estimate2.apr;
  const months = derivedTerm({ ...estimate2, apr }) ?? wholeNumber(reader.termMonths);
  if (!months && !hasWarned$1) {
    hasWarned$1 = true;
    explain(reader, "unknown-term");
  }
  return { ...estimate2, apr, months };
}
function wholeNumber(value) {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : void 0;
}
function money(dollars2) {
  return `$${roundedToHundredths(dollars2).toFixed(2)}`.replace(/\d(?=(?:\d{3})+\.)/g, "$&,");
}
function shortMoney(dollars2) {
  return money(dollars2).replace(/\.00$/, "");
}
function percent(value) {
  return `${roundedToHundredths(value)}%`;
}
function roundedToHundredths(value) {
  const hundredths = Number(`${value}e2`);
  return Number.isNaN(hundredths) ? Math.round(value) : Math.round(hundredths) / 100;
}
function renderDetails(text2, language, terms, dollars2, onClose) {
  const { amountFinanced, downPayment, monthlyAmount, apr, months } = terms;
  return html$1`
    <dialog
      part="dialog"
      lang=${language}
      dir="auto"
      aria-labelledby="title"
      closedby="any"
      @close=${onClose}
    >
      <h2 id="title" part="dialog-title" tabindex="-1">${text2.details}</h2>
      <dl part="breakdown">
        ${row(text2.purchaseAmount, money(dollars2))} ${row(text2.dueToday, money(downPayment))}
        ${row(text2.amountFinanced, money(amountFinanced))}
        ${row(text2.monthlyPayment, money(monthlyAmount))}
        ${months && row(text2.numberOfPayments, months)}
        ${months && row(text2.totalOfPayments, money(monthlyAmount * months))}
        ${months && row(text2.totalWithDownPayment, money(monthlyAmount * months + downPayment))}
        ${row(text2.annualPercentageRate, percent(apr))}
      </dl>
      <div part="disclosure"><slot name="disclosure">${text2.disclosure}</slot></div>
      <button part="dialog-close" @click=${closeDialog}>${text2.close}</button>
    </dialog>
  `;
}
function row(name, value) {
  return html$1`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
const icon = html$1`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M8 .75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M8 7.25v4.25M8 4.5v.01" />
</svg>`;
function renderLine(line) {
  const { text: text2, words } = line;
  return html$1`
    <span
      part="estimate"
      lang=${line.language}
      dir="auto"
      @contentvisibilityautostatechange=${stayLaidOut}
    >
      <span part="payment" aria-hidden="true">${words.payment}</span>
      <span part="terms" aria-hidden="true"
        >${words.term ? html$1`<span part="term">${words.term}</span> ` : nothing}<span part="apr"
          >${words.apr}</span
        >
        <span part="down-payment">${words["down-payment"]}</span></span
      ><span class="spoken">${line.sentence}</span
      ><button
        part="details-button"
        aria-label=${words.details}
        aria-haspopup="dialog"
        @click=${line.onOpen}
      >
        ${line.isText ? text2.detailsShort : icon}
      </button>
    </span>
  `;
}
function stayLaidOut({ skipped, currentTarget }) {
  if (!skipped) currentTarget.classList.add("seen");
}
const lockedStyles = css`
  :host,
  [part='estimate'],
  [part='terms'],
  [part='terms'] > * {
    overflow: visible !important;
    clip-path: none !important;
    mask: none !important;
    contain: none !important;
  }
  [part='estimate'],
  [part='terms'],
  [part='terms'] > * {
    inline-size: auto !important;
    max-inline-size: none !important;
    block-size: auto !important;
    max-block-size: none !important;
    font-size-adjust: inherit !important;
    letter-spacing: inherit !important;
    word-spacing: inherit !important;
    text-indent: 0 !important;
    writing-mode: inherit !important;
  }
  [part='payment'],
  [part='terms'],
  [part='terms'] > * {
    position: static !important;
  }
  [part='terms'],
  [part='terms'] > * {
    display: inline !important;
    float: none !important;
    visibility: visible !important;
    content-visibility: visible !important;
    content: normal !important;
    opacity: 1 !important;
    margin: 0 !important;
    filter: none !important;
    transform: none !important;
    translate: none !important;
    scale: none !important;
    rotate: none !important;
    offset: none !important;
    zoom: 1 !important;
    line-height: 1.4 !important;
    -webkit-text-fill-color: currentColor !important;
    -webkit-text-security: none !important;
  }
  [part='terms'] > * {
    font-size: inherit !important;
  }
  @container (inline-size < 14em) {
    [part='terms'],
    [part='terms'] > * {
      line-height: 1.2 !important;
    }
  }
`;
function reservedSpace(element, stackedElement) {
  return unsafeCSS(`
    ${element} {
      display: flow-root;
      min-inline-size: 0;
      line-height: 1.5;
      vertical-align: top;
    }
    ${element}::before {
      content: '';
      float: inline-start;
      padding-block-start: calc(
        1.5em + clamp(0em, (32em - 100%) * 999, 1.5em) + clamp(0em, (17.5em - 100%) * 999, 1.5em)
      );
    }
    ${stackedElement}::before {
      padding-block-start: calc(3em + clamp(0em, (17.5em - 100%) * 999, 1.5em));
    }
    ${element}::after {
      content: '. .';
      float: inline-start;
      block-size: 0;
      overflow: hidden;
      visibility: hidden;
      line-height: 0;
      white-space: normal;
      text-indent: 8em;
      word-spacing: 24em;
    }
  `);
}
const estimateStyles = css`
  ${reservedSpace(":host", ":host([layout='stacked'])")}
  .container {
    container-type: inline-size;
    float: inline-start;
    inline-size: 100%;
  }
  [part='estimate'] {
    display: block;
    line-height: 0.8em;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    overflow-wrap: anywhere;
    white-space: nowrap;
  }
  [part='payment'] {
    display: block;
    font-weight: var(--financing-payment-weight, 600);
    line-height: 1.5em;
    white-space: normal;
  }
  [part='terms'],
  [part='details-button'] {
    --button-size: max(1.75em, 24px);
    --overlap: 0.4em;
    font-size: max(var(--financing-terms-size, 0.875em), min(1em, 13px), 10px) !important;
  }
  [part='terms'] {
    padding-inline-end: calc(var(--button-size) - var(--overlap));
  }
  [part='terms'] > * {
    white-space: normal;
  }
  [part='terms'] > * + *::before {
    content: '· ';
    margin-inline-start: -0.1em;
    word-spacing: -0.1em;
    white-space: normal;
  }
  :host([layout='inline']) [part='payment'] {
    display: inline;
  }
  :host([layout='inline']) [part='terms']::before {
    content: '· ';
    white-space: normal;
  }
  @container (inline-size < 14em) {
    [part='payment'] {
      line-height: 1.2em;
    }
  }
  @container (inline-size >= 14em) {
    [part='estimate']:not(.seen) {
      content-visibility: auto;
    }
    [part='terms'] > * {
      white-space: nowrap;
    }
  }
  @container (inline-size >= 32em) {
    :host(:not([layout='stacked'])) [part='payment'] {
      display: inline;
    }
    :host(:not([layout='stacked'])) [part='terms']::before {
      content: '· ';
      white-space: normal;
    }
  }
  ${lockedStyles}
  [part='details-button'] {
    position: relative;
    z-index: 1;
    inline-size: var(--button-size);
    block-size: var(--button-size);
    margin-block: calc((1em - var(--button-size)) / 2);
    margin-inline: calc(-1 * var(--button-size)) 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    line-height: 1;
    vertical-align: middle;
  }
  :host([details='text']) [part='terms'] {
    padding-inline-end: 0.5em;
  }
  :host([details='text']) [part='estimate'] {
    white-space: normal;
  }
  :host([details='text']) [part='details-button'] {
    inline-size: auto;
    margin-inline: 0;
    text-decoration: underline;
  }
  svg {
    display: block;
    inline-size: 1.1em;
    margin-inline-start: auto;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .spoken {
    position: static;
    float: inline-start;
    margin-inline-end: -1px;
    margin-block-end: -1px;
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1em;
    margin-block: 0.5em;
  }
  dd {
    margin-inline-start: auto;
  }
  [part='disclosure'] {
    margin: 1em 0;
    font-size: 0.875em;
  }
`;
function inWords(text2, { monthlyAmount, apr, downPayment, months }) {
  const values = {
    payment: money(monthlyAmount),
    months: months ?? "",
    forMonths: months ? fill(text2.forMonths, { months }) : "",
    apr: percent(apr),
    downPayment: shortMoney(downPayment)
  };
  return {
    payment: fill(text2.payment, values),
    term: months ? fill(text2.term, values) : "",
    apr: fill(text2.apr, values),
    "down-payment": fill(text2.downPayment, values),
    sentence: fill(text2.sentence, values),
    details: fill(text2.detailsOf, values)
  };
}
class FinancingEstimateElement extends FinancingElement {
  constructor() {
    super();
    __privateAdd(this, _FinancingEstimateElement_instances);
    __privateAdd(this, _controller2, new EstimateController(this));
    __privateAdd(this, _announcements, new Announcements(
      this,
      __privateGet(this, _controller2),
      (announced) => __privateMethod(this, _FinancingEstimateElement_instances, textOf_fn).call(this, announced)
    ));
    __privateAdd(this, _focusKeeper2, isServer ? void 0 : new FocusKeeper(this));
    /** The status before `loading`. */
    __privateAdd(this, _settledStatus, "idle");
    /** The outcome that its custom state and its last event are of. */
    __privateAdd(this, _reported);
    __privateAdd(this, _isOpen, false);
    this.loading = "eager";
    this.whenUnavailable = "hide";
    this.aprUnit = "percent";
    this.layout = "auto";
    this.details = "icon";
  }
  /** Where the element is: `idle`, `loading`, `ready`, `unavailable` or `error`. */
  get status() {
    return __privateGet(this, _controller2).outcome.status;
  }
  /** Asks for the estimate again. */
  refresh() {
    __privateGet(this, _controller2).askAgain("reload");
  }
  willUpdate(changed) {
    if (changed.size || this.isStale) __privateGet(this, _controller2).update();
    this.isStale = false;
    if (__privateGet(this, _announcements).isOutdated) __privateSet(this, _isOpen, false);
    if (this.status !== "loading") __privateSet(this, _settledStatus, this.status);
  }
  render() {
    const { estimate: estimate2 } = __privateGet(this, _controller2).outcome;
    return html$1`<div class="container">
      ${__privateGet(this, _announcements).renderRegion(this.language)}
      ${estimate2 ? __privateMethod(this, _FinancingEstimateElement_instances, renderEstimate_fn).call(this, estimate2) : __privateMethod(this, _FinancingEstimateElement_instances, renderRest_fn).call(this)}
    </div>`;
  }
  updated() {
    super.updated();
    const { outcome } = __privateGet(this, _controller2);
    if (outcome.status !== "loading") __privateMethod(this, _FinancingEstimateElement_instances, collapseOrShow_fn).call(this);
    if (outcome === __privateGet(this, _reported) || !this.isConnected) return;
    if (__privateGet(this, _reported)) this.setState(__privateGet(this, _reported).status, false);
    if (outcome.status !== "idle") this.setState(outcome.status, true);
    __privateSet(this, _reported, outcome);
    __privateMethod(this, _FinancingEstimateElement_instances, dispatch_fn).call(this, outcome);
    __privateGet(this, _announcements).update();
  }
}
_controller2 = new WeakMap();
_announcements = new WeakMap();
_focusKeeper2 = new WeakMap();
_settledStatus = new WeakMap();
_reported = new WeakMap();
_isOpen = new WeakMap();
_FinancingEstimateElement_instances = new WeakSet();
collapseOrShow_fn = function() {
  var _a2;
  const isHiding = this.status === "unavailable" && this.whenUnavailable !== "keep-space" && !this.querySelector(":scope > [slot=unavailable]");
  this.setCollapsed(isHiding, __privateGet(this, _announcements).hasRegion);
  (_a2 = __privateGet(this, _focusKeeper2)) == null ? void 0 : _a2.check();
};
textOf_fn = function(announced) {
  var _a2;
  if (announced !== "unavailable") {
    return inWords(this.text, creditTermsOf(announced, this)).sentence;
  }
  const own = (_a2 = this.querySelector(":scope > [slot=unavailable]")) == null ? void 0 : _a2.textContent.trim();
  return own || this.text.unavailable;
};
renderRest_fn = function() {
  if (this.status === "unavailable") {
    return html$1`<slot name="unavailable" @slotchange=${() => __privateMethod(this, _FinancingEstimateElement_instances, collapseOrShow_fn).call(this)}></slot>`;
  }
  return this.status === "loading" && !__privateMethod(this, _FinancingEstimateElement_instances, hasFallback_fn).call(this) ? nothing : html$1`<slot></slot>`;
};
/** Whether there is something to show until the answer comes, or may be while the parser is at work. */
hasFallback_fn = function() {
  if (__privateGet(this, _settledStatus) === "ready" || __privateGet(this, _settledStatus) === "unavailable") return false;
  return this.hasChildNodes() || isHydrating(this) || document.readyState === "loading";
};
renderEstimate_fn = function(estimate2) {
  const { language } = this;
  const text2 = textIn(language);
  const terms = creditTermsOf(estimate2, this);
  const words = inWords(text2, terms);
  const line = renderLine({
    text: text2,
    language,
    words,
    sentence: __privateGet(this, _announcements).announced === estimate2 ? "" : words.sentence,
    isText: this.details === "text",
    onOpen: () => __privateMethod(this, _FinancingEstimateElement_instances, open_fn).call(this)
  });
  return html$1`${line}${__privateGet(this, _isOpen) ? __privateMethod(this, _FinancingEstimateElement_instances, renderDetails_fn).call(this, terms) : nothing}`;
};
renderDetails_fn = function(terms) {
  var _a2;
  const amount = (_a2 = __privateGet(this, _controller2).question) == null ? void 0 : _a2.amount;
  const dollars2 = amount ?? terms.amountFinanced + terms.downPayment;
  return renderDetails(this.text, this.language, terms, dollars2, () => __privateMethod(this, _FinancingEstimateElement_instances, close_fn).call(this));
};
open_fn = function() {
  __privateSet(this, _isOpen, true);
  this.requestUpdate();
  void this.updateComplete.then(() => {
    var _a2, _b;
    (_a2 = this.renderRoot.querySelector("dialog")) == null ? void 0 : _a2.showModal();
    (_b = this.renderRoot.querySelector("h2")) == null ? void 0 : _b.focus();
  });
};
close_fn = function() {
  __privateSet(this, _isOpen, false);
  this.requestUpdate();
};
dispatch_fn = function({ status, estimate: estimate2, error }) {
  if (status === "ready" && estimate2) this.dispatchEvent(new FinancingEstimateEvent(estimate2));
  if (status === "unavailable") this.dispatchEvent(new FinancingUnavailableEvent());
  if (error) this.dispatchError(error.code, error.operation);
};
__publicField(FinancingEstimateElement, "properties", {
  amount: {},
  amountFrom: { attribute: "amount-from" },
  representative: {},
  timeZone: { attribute: "time-zone" },
  loading: {},
  whenUnavailable: { attribute: "when-unavailable" },
  termMonths: { attribute: "term-months", type: Number },
  aprUnit: { attribute: "apr-unit" },
  layout: {},
  details: {},
  estimate: {}
});
__publicField(FinancingEstimateElement, "styles", [commonStyles, estimateStyles]);
function defineElement(tag, elementClass) {
  const first = customElements.get(tag);
  if (!first) customElements.define(tag, elementClass);
  else if (first !== elementClass && !hasWarned) {
    hasWarned = true;
    console.warn(`<${tag}> is defined by another copy`);
  }
}
let hasWarned = false;
function configure({ text: text2, fetch: fetch2, ...settings }) {
  if (text2) replaceText(text2);
  if (fetch2) setPageFetch(fetch2);
  setSettings(settings);
  for (const element of connectedElements) element.refreshSettings();
}
defineElement("financing-estimate", FinancingEstimateElement);
defineElement("prequal-button", PrequalButtonElement);
defineElement("pay-over-time-button", PayOverTimeButtonElement);
const hostKey = Symbol.for("financing-elements.host");
function hostOf$1(request2) {
  return request2[hostKey];
}
const securityHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
};
const shape = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;
const knownFlags = 3;
function parseTraceparent(header) {
  const [, version, traceId, flags, more] = shape.exec(header ?? "") ?? [];
  if (traceId === void 0 || flags === void 0) return void 0;
  if (version === "00" && more !== void 0) return void 0;
  return { traceId, flags: Number.parseInt(flags, 16) & knownFlags };
}
function createTraceparent({ traceId, flags }) {
  const parentId = toHex(crypto.getRandomValues(new Uint8Array(8)));
  return `00-${traceId}-${parentId}-${toHex([flags])}`;
}
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
const territories = ["AS", "GU", "MP", "PR", "VI"];
const statesWithoutHomeServices = ["WV"];
const namedStates = {
  "AMERICAN SAMOA": "AS",
  GUAM: "GU",
  "NORTHERN MARIANA ISLANDS": "MP",
  "PUERTO RICO": "PR",
  "VIRGIN ISLANDS": "VI",
  "U.S. VIRGIN ISLANDS": "VI",
  "US VIRGIN ISLANDS": "VI",
  "WEST VIRGINIA": "WV"
};
function unsupportedStates(vertical) {
  return vertical === "Home_Services" ? [...territories, ...statesWithoutHomeServices] : territories;
}
function isSupportedState(vertical, state) {
  const written = state.trim().toUpperCase();
  return !unsupportedStates(vertical).includes(namedStates[written] ?? written);
}
const postalCodes = new Set(
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI".split(" ")
);
function statesNamedIn(message) {
  const words = message.match(/\b[A-Z]{2}\b/g) ?? [];
  return [...new Set(words.filter((word) => postalCodes.has(word)))];
}
const CustomerAddressSchema = z.strictObject({
  address: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zipcode: z.string().optional()
});
const CustomerDetailsSchema = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional().describe("US phone number."),
  dateOfBirth: z.iso.date().optional(),
  addressDetails: CustomerAddressSchema.optional()
});
const EstimateItemSchema = z.strictObject({
  id: z.string().describe("Chosen by the caller, unique within the request, and the same in the result."),
  totalAmount: z.number().describe("US dollars, at most two decimals.")
});
const inapplicableFields = [
  "monthlyAmount",
  "amountFinanced",
  "downPayment",
  "apr"
];
const inapplicableNote = "-1, as all four amounts are, when the amount cannot be financed.";
const DollarsSchema$1 = z.union([z.number().min(0).max(1e9), z.literal(-1)]);
const AprSchema = z.union([z.number().min(0).max(1e3), z.literal(-1)]);
const EstimateResultSchema = z.object({
  id: EstimateItemSchema.shape.id,
  monthlyAmount: DollarsSchema$1.describe(`US dollars. ${inapplicableNote}`),
  amountFinanced: DollarsSchema$1.describe(`US dollars. ${inapplicableNote}`),
  downPayment: DollarsSchema$1.describe(`US dollars due at checkout. ${inapplicableNote}`),
  apr: AprSchema.describe(`Percent. ${inapplicableNote}`),
  // Not shown: whether it is always present, and its value for an inapplicable amount. We accept none, or null.
  downPaymentPercent: z.number().nullish().describe("Percent of the amount financed. Not one of the four amounts.")
}).refine((result) => isInapplicable(result) || isFinanced(result), {
  error: "Only some of the amounts are -1"
});
function isInapplicable(result) {
  return inapplicableFields.every((field) => result[field] === -1);
}
function isFinanced(result) {
  return inapplicableFields.every((field) => result[field] !== -1) && result.monthlyAmount > 0;
}
const defaultTimeZone = "America/Los_Angeles";
const EstimateQuerySchema = z.strictObject({
  timeZone: z.string().refine(isTimeZone, { error: "Not an IANA time zone" }).optional().describe(`IANA name, as in America/New_York. The service assumes ${defaultTimeZone}.`),
  location: z.string().optional(),
  representative: z.string().optional()
});
const knownTimeZones = /* @__PURE__ */ new Set();
function isTimeZone(text2) {
  if (knownTimeZones.has(text2)) return true;
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text2)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: text2 });
    if (knownTimeZones.size < 1e3) knownTimeZones.add(text2);
    return true;
  } catch {
    return false;
  }
}
const email = z.email();
function isEmailAddress(text2) {
  return text2.length <= 254 && email.safeParse(text2).success;
}
function isUsPhoneNumber(text2) {
  return /^(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-]?)[2-9]\d{2}[ .-]?\d{4}$/.test(text2);
}
const textUpTo = (most) => z.string().refine((text2) => text2.length <= most, { error: `Longer than ${most} characters` });
const AnswerTextSchema = textUpTo(256);
const AnswerUrlSchema = textUpTo(8192);
const verticals = [
  "Car_Dealerships",
  "Car_Services",
  "Veterinary",
  "Motorsports_Parts_and_Services",
  "Dental",
  "Eyewear",
  "Home_Services",
  "Med_Spa",
  "Bridal",
  "General_Retail",
  "Jewelry_and_Watches",
  "Legal_Services",
  "Medical_Office",
  "Hospital_Health_System"
];
const VerticalSchema = z.enum(verticals);
const BusinessAddressSchema = CustomerAddressSchema.extend({
  suite: z.string().optional()
});
const BusinessRepresentativeSchema = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  phoneNumber: z.string().optional().describe("US phone number that can be texted. Needed when sendSMS is true."),
  email: z.string().optional()
});
const MerchantLocationRequestSchema = z.strictObject({
  location: z.string(),
  sendSMS: z.boolean().optional(),
  legalName: z.string().optional(),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  businessAddress: BusinessAddressSchema.optional(),
  representativeDetails: BusinessRepresentativeSchema,
  sourcePlatform: z.string().optional()
});
const MerchantLocationSchema = z.object({
  location: AnswerTextSchema,
  url: AnswerUrlSchema,
  creationDate: z.iso.date(),
  // Not shown: states beyond CREATED and LOCATION_DETAILS_ADDED, and the transitions. We accept any text.
  status: AnswerTextSchema.transform((text2) => text2)
});
const MerchantStatusSchema = MerchantLocationSchema.extend({
  // Not shown: whether both stay once the application was submitted. We accept none, or null.
  expiredInDays: z.number().nullish(),
  expirationDate: z.iso.date().nullish()
});
const UnspecifiedSchema = z.union([z.string(), z.number()]);
const PayOverTimeLinkRequestSchema = z.strictObject({
  phoneNumber: z.string().optional().describe("US phone number that can be texted. Needed when sendSMS is true."),
  amount: z.number(),
  customerDetails: CustomerDetailsSchema.optional(),
  location: z.string(),
  transactionId: z.string(),
  representativeFirstName: z.string().optional(),
  representativeLastName: z.string().optional(),
  representativeEmail: z.string().optional(),
  sendSMS: z.boolean().optional(),
  departmentId: z.string().optional(),
  sourcePlatform: z.string().optional(),
  redirectUrl: z.string().optional(),
  roNumber: UnspecifiedSchema.optional(),
  representativeName: UnspecifiedSchema.optional()
});
const PayOverTimeLinkSchema = z.object({
  shortToken: AnswerUrlSchema,
  longToken: AnswerUrlSchema,
  // "Present only when one exists": null says the same.
  retailerId: AnswerTextSchema.nullish(),
  url: AnswerUrlSchema
});
const PrequalLinkRequestSchema = z.strictObject({
  location: z.string(),
  representativeEmail: z.string().optional(),
  representativeFirstName: z.string().optional(),
  representativeLastName: z.string().optional(),
  referral: z.string().optional(),
  customerPhoneNumber: z.string().optional().describe("US phone number that can be texted. Needed when sendSMS is true."),
  customerDetails: CustomerDetailsSchema.optional(),
  sendSMS: z.boolean().optional(),
  departmentId: z.number().optional(),
  sourcePlatform: z.string().optional()
});
const PrequalLinkSchema = z.object({ url: AnswerUrlSchema });
const keyOnly = ["svc-key"];
const keyAndSecret = ["svc-key", "svc-secret"];
const operations = {
  estimatePayments: {
    ...routes$1.estimatePayments,
    credentials: keyOnly,
    retryable: true,
    query: EstimateQuerySchema,
    // Not shown: the maximum number of items. We set none here.
    request: z.array(EstimateItemSchema).min(1),
    response: z.array(EstimateResultSchema),
    errors: {
      badCredentials: {
        status: 403,
        message: "Bad credentials",
        condition: "Key or secret not valid"
      },
      locationRequired: {
        status: 422,
        message: "LocationNotFound",
        condition: "Location is required for a multiple-vertical alliance and was not given"
      },
      locationNotFound: {
        status: 422,
        message: "LocationNotFound",
        condition: "Location not found for the alliance"
      },
      verticalNotFound: {
        status: 422,
        message: "LocationNotFound",
        condition: "Alliance vertical not found"
      },
      serverError: {
        status: 500,
        message: "Internal Server Error",
        condition: "Server-side failure"
      }
    }
  },
  createPayOverTimeLink: {
    ...routes$1.createPayOverTimeLink,
    credentials: keyOnly,
    retryable: false,
    request: PayOverTimeLinkRequestSchema,
    response: PayOverTimeLinkSchema,
    sms: {
      whenOmitted: true,
      phoneNumberPath: "phoneNumber",
      phoneNumber: (request2) => request2.phoneNumber
    },
    errors: {
      allianceNotAllowed: {
        status: 403,
        message: "Provided alliance is not allowed",
        condition: "The key is not associated with the retailer"
      },
      locationNotFound: {
        status: 404,
        message: "Location does not exist",
        condition: "Location not associated with the retailer"
      },
      invalidPhoneNumber: {
        status: 422,
        message: "Invalid phone number",
        condition: "Not a valid US phone number"
      },
      invalidEmail: {
        status: 422,
        message: "Email address is not valid",
        condition: "Invalid representative email"
      },
      serverError: {
        status: 500,
        message: "Internal Server Error",
        condition: "Location attribute missing, or server-side failure"
      }
    }
  },
  createPrequalLink: {
    ...routes$1.createPrequalLink,
    credentials: keyOnly,
    retryable: false,
    // Not shown: what more than one object in the array means. We send and take exactly one.
    request: z.tuple([PrequalLinkRequestSchema]),
    response: PrequalLinkSchema,
    sms: {
      whenOmitted: true,
      phoneNumberPath: "[0].customerPhoneNumber",
      // Not shown: which number is texted, if any, when `customerPhoneNumber` is absent. We text this one only.
      phoneNumber: ([request2]) => request2.customerPhoneNumber
    },
    errors: {
      badCredentials: {
        status: 403,
        message: "Bad credentials",
        condition: "Key or secret not valid"
      },
      locationNotFound: {
        status: 404,
        message: "Not Found",
        condition: "No retailer mapped to the given alliance and location"
      },
      applicationMissing: {
        status: 422,
        message: "Unprocessable entity",
        condition: "Online application missing for the retailer"
      },
      applicationDisabled: {
        status: 422,
        message: "Unprocessable entity",
        condition: "Online application disabled for the retailer"
      },
      serverError: {
        status: 500,
        message: "Internal Server Error",
        condition: "Server-side failure"
      }
    }
  },
  addMerchantLocation: {
    ...routes$1.addMerchantLocation,
    credentials: keyAndSecret,
    retryable: false,
    request: MerchantLocationRequestSchema,
    response: MerchantLocationSchema,
    sms: {
      whenOmitted: false,
      phoneNumberPath: "representativeDetails.phoneNumber",
      phoneNumber: (request2) => request2.representativeDetails.phoneNumber
    },
    errors: {
      badRequest: {
        status: 400,
        message: "Bad Request",
        condition: "Missing or invalid input, or sendSMS true with no representative phone number"
      },
      unauthorized: {
        status: 401,
        message: "Unauthorized",
        condition: "Key and/or secret match no integrator credentials"
      },
      locationExists: {
        status: 409,
        message: "Conflict",
        condition: "Same location already added for this integrator"
      },
      verticalNotSupported: {
        status: 422,
        message: "Unprocessable Entity",
        condition: "Vertical not supported"
      },
      stateNotSupported: {
        status: 422,
        message: "Unprocessable Entity",
        condition: "State not supported (the message lists the unsupported states)",
        listsStates: true
      },
      serverError: {
        status: 500,
        message: "Internal Server Error",
        condition: "Server-side failure"
      }
    }
  },
  getMerchantStatus: {
    ...routes$1.getMerchantStatus,
    credentials: keyAndSecret,
    retryable: true,
    response: MerchantStatusSchema,
    errors: {
      unauthorized: {
        status: 401,
        message: "Unauthorized",
        condition: "Key and/or secret match no integrator credentials"
      },
      locationNotFound: {
        status: 404,
        message: "Resource Not Found",
        condition: "Location not found"
      },
      stateNotSupported: {
        status: 422,
        message: "State Not Supported",
        condition: "Merchant operates in an unsupported state"
      },
      serverError: {
        status: 500,
        message: "Internal Server Error",
        condition: "Server-side failure"
      }
    }
  }
};
const operationNames = Object.keys(operations);
function declaredErrors(operation2) {
  return Object.values(operations[operation2].errors);
}
const retiredFields = {
  advisorEmail: "representativeEmail"
};
const merchantEventKinds = [
  "MERCHANT_CREATED",
  "MERCHANT_LOCATION_DETAILS_ADDED",
  "MERCHANT_CONTACT_DETAILS_ADDED",
  "MERCHANT_BANK_INFORMATION_ADDED",
  "MERCHANT_LEGAL_INFORMATION_ADDED",
  "MERCHANT_SUBMITTED",
  "MERCHANT_ACTIVATED",
  "MERCHANT_DECLINED"
];
const linkEventKinds = [
  "PREQUAL_COMPLETED",
  "PREQUAL_APPROVED",
  "PREQUAL_FAILED",
  "PREQUAL_ABORTED",
  "TEXT_TO_PAY_COMPLETED",
  "TEXT_TO_PAY_FAILED",
  "TEXT_TO_PAY_ABORTED",
  "CHECKOUT_SDK_COMPLETED",
  "CHECKOUT_SDK_FAILED",
  "CHECKOUT_SDK_ABORTED"
];
const transactionEventKinds = ["TRANSACTION_VOIDED", "TRANSACTION_REFUNDED"];
const known = [
  ...merchantEventKinds,
  ...linkEventKinds,
  ...transactionEventKinds
];
function isKnownEventKind(kind) {
  return known.includes(kind);
}
const webhookSignatureHeader = "svc-signature";
const encoder$1 = new TextEncoder();
async function signWebhook(body, secret2, timestamp = Math.floor(Date.now() / 1e3)) {
  const algorithm2 = { name: "HMAC", hash: "SHA-256" };
  const bytes = encoder$1.encode(secret2);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm2, false, ["sign"]);
  const signed = await new Blob([`${timestamp}.`, body]).arrayBuffer();
  const mac = new Uint8Array(await crypto.subtle.sign(algorithm2, key, signed));
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${timestamp},v1=${hex}`;
}
function isLoopback(hostname) {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
class InvalidOptionError extends Error {
  constructor(option, reason) {
    super(`Option ${option} ${reason}`);
    __publicField(this, "name", "InvalidOptionError");
    this.option = option;
    this.reason = reason;
  }
}
function nearest(text2, candidates) {
  const limit = Math.max(2, Math.floor(text2.length * 0.4));
  const [closest] = candidates.map((candidate) => ({
    candidate,
    distance: editDistance(text2.toLowerCase(), candidate.toLowerCase())
  })).filter(({ distance }) => distance <= limit).sort((a, b) => a.distance - b.distance);
  const words = wordsOf(text2);
  const isPart = (candidate) => words.every((word) => wordsOf(candidate).includes(word));
  return (closest == null ? void 0 : closest.candidate) ?? (words.length > 0 ? candidates.find(isPart) : void 0);
}
function wordsOf(text2) {
  const separated = text2.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  return separated.split(/[^a-z\d]+/).filter(Boolean);
}
function editDistance(a, b) {
  const table = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i, j) => {
    var _a2;
    return ((_a2 = table[i]) == null ? void 0 : _a2[j]) ?? Infinity;
  };
  for (let i = 1; i <= a.length; i++) {
    table[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const swapped = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(i - 2, j - 2) + 1 : Infinity;
      (table[i] ?? (table[i] = []))[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replace, swap);
    }
  }
  return at(a.length, b.length);
}
function readOptions(table, options, parent = "") {
  checkNames(Object.keys(options), Object.keys(table), parent);
  const given = options;
  const values = Object.entries(table).map(([name, setting]) => [
    name,
    checkOption(parent + name, setting, given[name])
  ]);
  return Object.fromEntries(values);
}
function checkOption(name, { type, isRequired, default: standard2 }, value) {
  var _a2;
  if (value === void 0 || value === null) {
    if (isRequired) throw new InvalidOptionError(name, "is missing");
    return standard2;
  }
  const { success, data, error } = type.schema.safeParse(value);
  if (success) return data;
  throw new InvalidOptionError(name, ((_a2 = error.issues[0]) == null ? void 0 : _a2.message) ?? "is not valid");
}
function checkNames(given, known2, parent) {
  const unknown = given.find((name) => !known2.includes(name));
  if (unknown === void 0) return;
  const near = nearest(unknown, known2);
  const reason = near ? `is unknown; did you mean ${parent}${near}?` : "is unknown";
  throw new InvalidOptionError(parent + unknown, reason);
}
function whole(least, most, unit) {
  const range = `from ${least} to ${most}`;
  const reason = `is not a ${unit ? `number of ${unit}` : "whole number"} ${range}`;
  const schema = z.int(reason).min(least, reason).max(most, reason);
  return {
    schema,
    fromText: z.string().regex(/^\d{1,15}$/, reason).transform(Number).pipe(schema),
    words: unit ? `whole number of ${unit} ${range}` : `whole number ${range}`,
    typeScript: "number",
    placeholder: "n"
  };
}
function toggle() {
  return {
    schema: z.boolean("is not true or false"),
    fromText: z.enum(["on", "off"], "is not one of on, off").transform((text2) => text2 === "on"),
    words: "`true` or `false`; `on` or `off` as text",
    typeScript: "boolean",
    placeholder: "on|off"
  };
}
function text$1(words = "text", schema = z.string()) {
  return {
    schema,
    fromText: schema,
    words,
    typeScript: "string",
    placeholder: "text"
  };
}
function oneOf(choices) {
  const schema = z.enum(choices, `is not one of ${choices.join(", ")}`);
  return {
    schema,
    fromText: z.string().pipe(schema),
    words: choices.map((choice) => `\`${choice}\``).join(", "),
    placeholder: "text"
  };
}
function list$1(words, item) {
  const schema = z.array(item, "is not a list");
  return {
    schema,
    fromText: z.string().transform(splitAtCommas).pipe(schema),
    words: `list of ${words}`,
    typeScript: "readonly string[]",
    placeholder: "a,b",
    isList: true
  };
}
function secret(words, schema) {
  return {
    schema,
    fromText: z.string().transform(trimLineEnd).pipe(schema),
    words,
    typeScript: "string",
    holds: "secret"
  };
}
function secrets(words, item, reasonIfNone) {
  const schema = z.array(item, "is not a list").min(1, reasonIfNone);
  const withoutLineEnd = z.string().transform((value) => value.replace(/\r?\n$/, ""));
  return {
    schema,
    fromText: withoutLineEnd.transform(splitAtCommas).pipe(schema),
    words: `list of ${words}`,
    typeScript: "readonly string[]",
    holds: "secret",
    isList: true
  };
}
function secretOrSecrets(words, item, reasonIfNone) {
  const type = secrets(words, item, reasonIfNone);
  const single = z.string().transform((value) => [value]);
  return {
    ...type,
    schema: z.union([single, z.unknown()]).pipe(type.schema),
    words: `text, or ${type.words}`,
    typeScript: "string | readonly string[]"
  };
}
function callback() {
  return {
    schema: z.custom((value) => typeof value === "function", "is not a function"),
    words: "function"
  };
}
function object() {
  return {
    schema: z.custom((value) => typeof value === "object", "is not an object"),
    words: "object"
  };
}
function trimLineEnd(value, context) {
  const trimmed = value.replace(/\r?\n$/, "");
  if (trimmed.trim() === trimmed) return trimmed;
  context.addIssue({ code: "custom", message: "begins or ends with white space" });
  return z.NEVER;
}
function splitAtCommas(value, context) {
  const items = value.split(",").map((item) => item.trim());
  if (items.every(Boolean)) return items;
  const message = value.trim() ? "has an empty entry" : "is empty: give it a value, or leave it out";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
async function withDeadline(timeout2, signal, work) {
  signal == null ? void 0 : signal.throwIfAborted();
  const controller = new AbortController();
  const givenUp = new Promise((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  const onAbort = () => controller.abort(signal == null ? void 0 : signal.reason);
  signal == null ? void 0 : signal.addEventListener("abort", onAbort);
  const timer2 = setTimeout(
    () => controller.abort(new DOMException("The time limit has passed", "TimeoutError")),
    timeout2
  );
  try {
    return await Promise.race([work(controller.signal), givenUp]);
  } finally {
    clearTimeout(timer2);
    signal == null ? void 0 : signal.removeEventListener("abort", onAbort);
  }
}
function isTimeout(error) {
  return error instanceof DOMException && error.name === "TimeoutError";
}
const exchangeKey = Symbol.for("financing-elements.exchange");
function exchangeOf(transport) {
  return transport[exchangeKey];
}
const beforeSendingKey = Symbol.for("financing-elements.before-sending");
function failedBeforeSending(error) {
  return error[beforeSendingKey] === true;
}
const decoder$1 = new TextDecoder("utf-8", { fatal: true });
function tryParseJson(text2) {
  try {
    return JSON.parse(text2);
  } catch {
    return void 0;
  }
}
function tryParseJsonBytes(bytes) {
  try {
    return JSON.parse(decoder$1.decode(bytes));
  } catch {
    return void 0;
  }
}
class FinancingServiceError extends Error {
  constructor(operation2, message) {
    super(message);
    this.operation = operation2;
  }
}
class ServiceResponseError extends FinancingServiceError {
  constructor(operation2, answer2) {
    super(operation2, answer2.contractMessage ?? `The service answered with status ${answer2.status}`);
    __publicField(this, "name", "ServiceResponseError");
    /** The HTTP status of the answer. */
    __publicField(this, "status");
    /** The message, when it is one that the contract lists for this operation and status. */
    __publicField(this, "contractMessage");
    /** Names in `operations[operation].errors` of the conditions that the answer can mean. */
    __publicField(this, "conditions");
    /** Postal codes of unsupported states that the message lists. */
    __publicField(this, "states");
    /** The answer's `Retry-After` in seconds; undefined without one. */
    __publicField(this, "retryAfterSeconds");
    this.status = answer2.status;
    this.contractMessage = answer2.contractMessage;
    this.conditions = answer2.conditions;
    this.states = answer2.states;
    this.retryAfterSeconds = answer2.retryAfterSeconds;
  }
}
class ServiceUnreachableError extends FinancingServiceError {
  constructor(operation2, reason) {
    super(operation2, "The service could not be reached");
    __publicField(this, "name", "ServiceUnreachableError");
    this.reason = reason;
  }
}
class ServiceTimeoutError extends FinancingServiceError {
  constructor(operation2) {
    super(operation2, "The service did not answer in time");
    __publicField(this, "name", "ServiceTimeoutError");
  }
}
class OutcomeUnknownError extends FinancingServiceError {
  constructor(operation2, reason) {
    super(operation2, "The service may or may not have carried out the request");
    __publicField(this, "name", "OutcomeUnknownError");
    this.reason = reason;
  }
}
class InvalidServiceResponseError extends FinancingServiceError {
  constructor(operation2) {
    super(operation2, "The service answered with something that the contract does not allow");
    __publicField(this, "name", "InvalidServiceResponseError");
  }
}
async function readErrorAnswer(operation2, answer2) {
  const { status } = answer2;
  const text2 = messageIn(await answer2.text().catch(() => ""));
  return new ServiceResponseError(operation2, {
    status,
    ...matchDeclared(operation2, status, text2),
    retryAfterSeconds: parseRetryAfter(answer2.retryAfter)
  });
}
function matchDeclared(operation2, status, text2) {
  var _a2;
  const all = Object.entries(operations[operation2].errors);
  const withStatus = all.filter(([, error]) => error.status === status);
  const withMessage = withStatus.filter(([, error]) => startsWithMessage(text2, error.message));
  const withCondition = withStatus.filter(([, error]) => hasWordsOf(text2, error.condition));
  const [meant = withStatus] = [withCondition, withMessage].filter((some) => some.length > 0);
  const states = meant.some(([, error]) => error.listsStates) ? statesNamedIn(text2) : [];
  const possible = meant.filter(([, error]) => states.length === 0 || error.listsStates);
  return {
    contractMessage: (_a2 = withMessage[0]) == null ? void 0 : _a2[1].message,
    conditions: possible.map(([condition]) => condition),
    states
  };
}
function startsWithMessage(text2, message) {
  return text2.trim().toLowerCase().startsWith(message.toLowerCase());
}
function hasWordsOf(text2, condition) {
  const [words = ""] = condition.split(" (");
  return text2.toLowerCase().includes(words.toLowerCase());
}
function messageIn(body) {
  const json2 = tryParseJson(body);
  if (typeof json2 === "string") return json2;
  if (typeof json2 !== "object" || json2 === null) return body;
  const { message, description, error } = json2;
  const texts2 = [message, description, error].filter((member) => typeof member === "string");
  return texts2.find((text2) => text2.trim() !== "") ?? "";
}
function parseRetryAfter(header) {
  if (header === null) return void 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1e3;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : void 0;
}
const maxAnswerBytes = {
  estimatePayments: 4 * 1024 * 1024,
  createPayOverTimeLink: 64 * 1024,
  createPrequalLink: 64 * 1024,
  addMerchantLocation: 64 * 1024,
  getMerchantStatus: 64 * 1024
};
async function callService$1(context, call) {
  const { operation: operation2, timeout: timeout2, signal } = call;
  const { retryable } = operations[operation2];
  try {
    return await withDeadline(timeout2, signal, async (deadline) => {
      try {
        return await attempt$1(context, call, deadline);
      } catch (error) {
        if (!retryable || deadline.aborted || !isWorthRetrying(error)) throw error;
        await pause$1(50 + Math.random() * 150);
        deadline.throwIfAborted();
        return await attempt$1(context, call, deadline);
      }
    });
  } catch (error) {
    if (!isTimeout(error) || (signal == null ? void 0 : signal.aborted)) throw error;
    throw retryable ? new ServiceTimeoutError(operation2) : new OutcomeUnknownError(operation2);
  }
}
async function attempt$1(context, call, signal) {
  const { operation: operation2 } = call;
  const answer2 = await send(context, call, signal);
  if (answer2.status < 200 || answer2.status > 299) throw await readErrorAnswer(operation2, answer2);
  const text2 = await answer2.text().catch(() => {
    throw signal.aborted ? signal.reason : new InvalidServiceResponseError(operation2);
  });
  const json2 = tryParseJson(text2);
  if (json2 === void 0) throw new InvalidServiceResponseError(operation2);
  return json2;
}
async function send(context, call, signal) {
  const { operation: operation2 } = call;
  const request2 = toRequest(context, call);
  try {
    return await context.exchange(request2, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { reason, notSent } = connectionFailure(error);
    throw notSent || operations[operation2].retryable ? new ServiceUnreachableError(operation2, reason) : new OutcomeUnknownError(operation2, reason);
  }
}
function toRequest({ baseUrl: baseUrl2, credentials }, call) {
  const { method, credentials: required, retryable } = operations[call.operation];
  const url2 = new URL(baseUrl2 + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== void 0) url2.searchParams.set(name, value);
  }
  const headers = { accept: "application/json" };
  for (const name of required) headers[name] = credentials[name] ?? "";
  if (call.body !== void 0) headers["content-type"] = "application/json";
  const trace = parseTraceparent(call.traceparent);
  if (trace) headers["traceparent"] = createTraceparent(trace);
  const body = call.body === void 0 ? null : JSON.stringify(call.body);
  return {
    url: url2.href,
    method,
    headers,
    body,
    retryable,
    maxAnswerBytes: maxAnswerBytes[call.operation]
  };
}
function isWorthRetrying(error) {
  if (error instanceof ServiceResponseError) return error.status >= 500 && error.status !== 503;
  if (error instanceof ServiceUnreachableError) return error.reason !== "UND_ERR_CONNECT_TIMEOUT";
  return error instanceof InvalidServiceResponseError;
}
function pause$1(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
const codesBeforeSending = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|BAD_PORT|ConnectionRefused|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID)$/;
function connectionFailure(error) {
  const failure = systemFailure(error);
  return failure ? { reason: failure.code, notSent: isBeforeSending(failure.code, failure.error) } : { notSent: false };
}
function isBeforeSending(code, error) {
  if (codesBeforeSending.test(code) || failedBeforeSending(error)) return true;
  const attempts = error instanceof AggregateError ? error.errors : [error];
  return attempts.length > 0 && attempts.every((attempt2) => isConnectCall(attempt2));
}
function isConnectCall(error) {
  const { syscall } = Object(error);
  return syscall === "connect" || syscall === "getaddrinfo";
}
function systemFailure(error, depth = 0) {
  if (!(error instanceof Error) || depth > 8) return void 0;
  if (error.message === "bad port") return { code: "BAD_PORT", error };
  const { code } = error;
  if (error.name === "HTTPParserError" && code === void 0) return { code: "HPE_INVALID", error };
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? { code, error } : systemFailure(error.cause, depth + 1);
}
function createExchange(fetch2) {
  return exchangeOf(fetch2) ?? ((request2, signal) => exchangeOverWeb(fetch2, request2, signal));
}
async function exchangeOverWeb(fetch2, { url: url2, method, headers, body, retryable, maxAnswerBytes: maxAnswerBytes2 }, signal) {
  const request2 = new Request(url2, { method, headers, body, signal, redirect: "manual" });
  const response = await (retryable ? fetch2(request2) : fetch2(request2, { keepalive: false }));
  return {
    get status() {
      return response.status;
    },
    get retryAfter() {
      return response.headers.get("retry-after");
    },
    text: () => readText$1(response, maxAnswerBytes2)
  };
}
async function readText$1(response, maxBytes) {
  if (!response.body) return "";
  const decoder2 = new TextDecoder("utf-8", { fatal: true });
  const reader = response.body.getReader();
  let text2 = "";
  let size = 0;
  try {
    for (; ; ) {
      const { done, value } = await reader.read();
      if (done) return text2 + decoder2.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new RangeError("The body is too large");
      text2 += decoder2.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => void 0);
  }
}
const headerValue = z.string("is not text").regex(/^[\x21-\x7e]*$/, "has characters that a header cannot carry");
const baseUrl = z.string("is not text").superRefine((value, context) => {
  const reason = baseUrlProblem(value);
  if (reason) context.addIssue({ code: "custom", message: reason });
});
function baseUrlProblem(value) {
  if (!value) return "is missing";
  if (!URL.canParse(value)) return "is not a URL such as https://service.example";
  const url2 = new URL(value);
  if (url2.protocol !== "https:" && url2.protocol !== "http:") return "is not an https URL";
  if (url2.username || url2.password) return "holds user information";
  return /[?#]/.test(value) ? "holds a query or a fragment" : void 0;
}
const serviceSettings = {
  baseUrl: {
    variable: "FINANCING_BASE_URL",
    type: text$1("URL", baseUrl),
    isRequired: true,
    help: "Base URL of the Financing Service.",
    details: "For example `https://service.example`; a path prefix is kept. A URL without TLS must be on this machine, or `allowHttp` be set."
  },
  svcKey: {
    variable: "FINANCING_SVC_KEY",
    type: secret("visible ASCII characters", headerValue.min(1, "is missing")),
    isRequired: true,
    help: "The svc-key that the service operator issued."
  },
  svcSecret: {
    variable: "FINANCING_SVC_SECRET",
    type: secret("visible ASCII characters", headerValue),
    help: "The svc-secret that the service operator issued; only onboarding needs it and sends it."
  },
  timeout: {
    variable: "FINANCING_TIMEOUT",
    type: whole(1, 6e5, "milliseconds"),
    default: 4e3,
    help: "Milliseconds for an estimate or a status read, including one retry."
  },
  linkTimeout: {
    type: whole(1, 6e5, "milliseconds"),
    default: 1e4,
    help: "Milliseconds for creating a link or a location, which is requested exactly once."
  },
  allowHttp: {
    variable: "FINANCING_ALLOW_HTTP",
    type: toggle(),
    default: false,
    help: "Allows a base URL without TLS beyond this machine.",
    details: "The credentials then travel in clear text."
  },
  fetch: {
    type: callback(),
    defaultWords: "`globalThis.fetch`",
    help: "Sends requests to the service.",
    details: "A wrapper around Bun's `fetch` must pass its second argument on, or Bun may send a link twice."
  }
};
function createFinancingService(options) {
  const settings = readOptions(serviceSettings, options);
  const { svcKey, svcSecret, timeout: timeout2, linkTimeout } = settings;
  const context = {
    baseUrl: parseBaseUrl(settings.baseUrl, settings.allowHttp),
    credentials: { "svc-key": svcKey, "svc-secret": svcSecret },
    exchange: createExchange(settings.fetch ?? ((request2, init) => fetch(request2, init)))
  };
  async function call(operation2, details2) {
    const { path, retryable, response } = operations[operation2];
    const time2 = retryable ? timeout2 : linkTimeout;
    const json2 = await callService$1(context, { path, timeout: time2, ...details2, operation: operation2 });
    const parsed = response.safeParse(json2);
    if (!parsed.success) throw new InvalidServiceResponseError(operation2);
    return parsed.data;
  }
  return {
    async estimatePayments(items, query2 = {}, { signal, traceparent } = {}) {
      const operation2 = "estimatePayments";
      const { path } = operations[operation2];
      const json2 = await callService$1(context, {
        operation: operation2,
        path,
        query: query2,
        body: items,
        timeout: timeout2,
        signal,
        traceparent
      });
      if (!Array.isArray(json2)) throw new InvalidServiceResponseError(operation2);
      return joinEstimates(items, json2);
    },
    createPayOverTimeLink: (body, { signal, traceparent } = {}) => call("createPayOverTimeLink", { body, signal, traceparent }),
    createPrequalLink: (request2, { signal, traceparent } = {}) => call("createPrequalLink", { body: [request2], signal, traceparent }),
    async addMerchantLocation(body, { signal, traceparent } = {}) {
      requireSecret(svcSecret);
      return call("addMerchantLocation", { body, signal, traceparent });
    },
    async getMerchantStatus(location, { signal, traceparent } = {}) {
      requireSecret(svcSecret);
      const segment = pathSegment(location);
      const path = operations.getMerchantStatus.path.replace("{location}", () => segment);
      return call("getMerchantStatus", { path, signal, traceparent });
    }
  };
}
function joinEstimates(items, results) {
  const byId = /* @__PURE__ */ new Map();
  for (const raw of results) {
    const result = EstimateResultSchema.safeParse(raw).data;
    if (!result) continue;
    const known2 = byId.get(result.id);
    const agrees = known2 === void 0 || JSON.stringify(known2) === JSON.stringify(result);
    byId.set(result.id, agrees ? result : "contradictory");
  }
  return items.map((item) => byId.get(item.id)).filter((result) => result !== void 0 && result !== "contradictory");
}
function requireSecret(svcSecret) {
  if (!svcSecret) throw new InvalidOptionError("svcSecret", "is missing, and onboarding needs it");
}
function parseBaseUrl(text2, allowHttp) {
  const { protocol, hostname, href } = new URL(text2);
  if (protocol === "http:" && !isLoopback(hostname) && !allowHttp) {
    throw new InvalidOptionError(
      "baseUrl",
      "has no TLS; use https, or see allowHttp (--allow-http on)"
    );
  }
  return href.replace(/\/+$/, "");
}
function pathSegment(text2) {
  if (/^\.{0,2}$/.test(text2)) throw new RangeError("The location is empty or a dot segment");
  return encodeURIComponent(text2);
}
const maxEstimateItems = 500;
const atEndOfTurn = globalThis.setImmediate ?? globalThis.setTimeout;
function createEstimateBatcher(service, { lookUp, onEstimates, observer: observer2 }) {
  const groups = /* @__PURE__ */ new Map();
  let collecting = [];
  function openGroup({ key, query: query2 }) {
    const group = groups.get(key) ?? { key, query: query2, batches: [], collecting: void 0 };
    groups.set(key, group);
    return group;
  }
  function subscribe(group, { id, cents }) {
    for (const { amounts } of group.batches) {
      const pending = amounts.get(cents);
      if (!pending) continue;
      observer2 == null ? void 0 : observer2({ type: "estimates", source: "in-flight", count: 1 });
      return pending;
    }
    const batch = collectingBatch(group);
    const amount = { id, cents, batch, estimate: void 0 };
    batch.amounts.set(cents, amount);
    return amount;
  }
  function collectingBatch(group) {
    if (group.collecting && group.collecting.amounts.size < maxEstimateItems) {
      return group.collecting;
    }
    const batch = createBatch(group);
    group.collecting = batch;
    group.batches = [...group.batches, batch];
    if (collecting.push(batch) === 1) atEndOfTurn(dispatch);
    return batch;
  }
  function dispatch() {
    const batches = collecting;
    collecting = [];
    for (const batch of batches) {
      batch.group.collecting = void 0;
      if (batch.subscribers === 0) remove(batch);
      else batch.settle(send2(batch).finally(() => remove(batch)));
    }
  }
  async function send2(batch) {
    const { group, controller } = batch;
    const { signal } = controller;
    const amounts = [...batch.amounts.values()];
    batch.isInFlight = true;
    if (!lookUp) return callService2(batch, amounts);
    const found = await lookUp(group, amounts);
    signal.throwIfAborted();
    if (found.size > 0) observer2 == null ? void 0 : observer2({ type: "estimates", source: "shared", count: found.size });
    for (const amount of amounts) amount.estimate = found.get(amount.cents);
    const missing = amounts.filter(({ estimate: estimate2 }) => !estimate2);
    if (missing.length > 0) await callService2(batch, missing);
  }
  async function callService2({ group, controller: { signal }, traceparent }, amounts) {
    observer2 == null ? void 0 : observer2({ type: "estimates", source: "service", count: amounts.length });
    const items = itemsOf(amounts);
    const results = await service.estimatePayments(items, group.query, { signal, traceparent });
    const byId = new Map(results.map((result) => [result.id, result]));
    amounts.forEach((amount, index) => {
      var _a2;
      amount.estimate = byId.get(((_a2 = items[index]) == null ? void 0 : _a2.id) ?? "");
    });
    onEstimates(group, amounts);
  }
  function unsubscribe(batch) {
    batch.subscribers -= 1;
    if (batch.subscribers > 0 || !batch.isInFlight) return;
    remove(batch);
    batch.controller.abort();
  }
  function remove(batch) {
    const { group } = batch;
    group.batches = group.batches.filter((each) => each !== batch);
    if (group.batches.length === 0 && groups.get(group.key) === group) groups.delete(group.key);
  }
  return async (group, requests, { signal, traceparent }) => {
    signal == null ? void 0 : signal.throwIfAborted();
    const opened = openGroup(group);
    const amounts = requests.map((request2) => subscribe(opened, request2));
    const batches = [...new Set(amounts.map(({ batch }) => batch))];
    for (const batch of batches) {
      batch.subscribers += 1;
      batch.traceparent ?? (batch.traceparent = traceparent);
    }
    try {
      await orAborted(Promise.all(batches.map(({ done }) => done)), signal);
      return amounts.map(({ estimate: estimate2 }) => estimate2);
    } catch (error) {
      batches.forEach(unsubscribe);
      throw error;
    }
  };
}
function itemsOf(amounts) {
  const isUnique = new Set(amounts.map(({ id }) => id)).size === amounts.length;
  return amounts.map(({ id, cents }, index) => ({
    id: isUnique ? id : String(index),
    totalAmount: cents / 100
  }));
}
function createBatch(group) {
  let settle;
  const done = new Promise((resolve) => settle = resolve);
  const controller = new AbortController();
  return {
    group,
    amounts: /* @__PURE__ */ new Map(),
    controller,
    traceparent: void 0,
    done,
    settle,
    subscribers: 0,
    isInFlight: false
  };
}
async function orAborted(work, signal) {
  if (!signal) return void await work;
  let stop;
  const aborted = new Promise((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
function createEstimates(service, {
  ttl,
  maxEntries = 5e4,
  sharedCache,
  observer: observer2,
  now = () => performance.now()
}) {
  const cache = new LRUCache({ max: maxEntries });
  const load2 = createEstimateBatcher(service, {
    observer: observer2,
    ...sharedCache && {
      lookUp: (group, requests) => lookUp(sharedCache, group, requests)
    },
    onEstimates({ key }, amounts) {
      if (ttl === 0) return;
      const expiresAt = now() + ttl * 1e3;
      for (const { cents, estimate: estimate2 } of amounts) {
        if (estimate2) cache.set(key + cents, { estimate: estimate2, expiresAt });
      }
      sharedCache == null ? void 0 : sharedCache.set(key, amounts);
    }
  });
  async function lookUp(shared, { key }, requests) {
    const start = now();
    const found = await shared.get(key, requests);
    const estimates = /* @__PURE__ */ new Map();
    for (const [cents, { estimate: estimate2, remainingMs }] of found) {
      estimates.set(cents, estimate2);
      cache.set(key + cents, { estimate: estimate2, expiresAt: start + remainingMs });
    }
    return estimates;
  }
  return {
    async estimatePayments(items, query2 = {}, options = {}) {
      const key = groupKey(query2);
      const time2 = now();
      const requests = items.map(({ id, totalAmount }) => ({
        id,
        cents: toCents(totalAmount)
      }));
      const estimates = requests.map(({ cents }) => {
        const cached = cache.get(key + cents);
        return cached && cached.expiresAt > time2 ? cached.estimate : void 0;
      });
      const misses = requests.filter((_, index) => !estimates[index]);
      const count2 = items.length - misses.length;
      if (count2 > 0) observer2 == null ? void 0 : observer2({ type: "estimates", source: "memory", count: count2 });
      const loaded = misses.length > 0 ? await load2({ key, query: query2 }, misses, options) : [];
      let next = 0;
      return requests.flatMap(({ id }, index) => {
        const estimate2 = estimates[index] ?? loaded[next++];
        return estimate2 ? [{ ...estimate2, id }] : [];
      });
    },
    expiresAt(items, query2) {
      const key = groupKey(query2);
      let earliest = Infinity;
      for (const { totalAmount } of items) {
        const cached = cache.peek(key + toCents(totalAmount));
        if (!cached) return void 0;
        earliest = Math.min(earliest, cached.expiresAt);
      }
      return earliest > now() ? earliest : void 0;
    }
  };
}
const toCents = (dollars2) => Math.round(dollars2 * 100);
function groupKey({ location, timeZone, representative }) {
  return `${prefixed(location)}${prefixed(timeZone)}${prefixed(representative)}:`;
}
function prefixed(text2) {
  return text2 === void 0 ? "-" : `${text2.length}:${text2}`;
}
function toBase64Url(bytes) {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
function fromBase64Url(text2) {
  if (!/^[\w-]*$/.test(text2) || text2.length % 4 === 1) return void 0;
  const base64 = text2.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text2 ? bytes : void 0;
}
const algorithm = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();
function createMac(secret2) {
  let imported;
  const key = () => imported ?? (imported = crypto.subtle.importKey("raw", encoder.encode(secret2), algorithm, false, [
    "sign",
    "verify"
  ]));
  return {
    async sign(content) {
      return new Uint8Array(await crypto.subtle.sign(algorithm, await key(), toBytes(content)));
    },
    async verify(mac, content) {
      return crypto.subtle.verify(algorithm, await key(), mac, toBytes(content));
    }
  };
}
function createKeyedHash(secret2, length = 43) {
  const { sign } = createMac(secret2);
  return async (content) => toBase64Url(await sign(content)).slice(0, length);
}
function createKeyedHashes(secrets2, length) {
  const hashes = [...new Set([secrets2].flat())].sort().map((each) => createKeyedHash(each, length));
  return (content) => Promise.all(hashes.map((hash) => hash(content)));
}
function toBytes(content) {
  return typeof content === "string" ? encoder.encode(content) : content;
}
const pauseAfterFailure = 1e3;
const ValueSchema = EstimateResultSchema.safeExtend({ id: z.literal("") });
function createSharedEstimateCache(cache, {
  secret: secret2,
  baseUrl: baseUrl2,
  ttl,
  timeLimit: timeLimit2 = 50,
  maxWrites = 5e4,
  now = () => performance.now()
}) {
  if (!cache || ttl === 0) return void 0;
  const maxAge2 = ttl * 1e3;
  const hash = createKeyedHash(secret2, 22);
  const prefixes = new LRUCache({ max: 1e3 });
  let pausedUntil = -Infinity;
  let writes = { count: 0, resetAt: -Infinity };
  async function keysOf(group, amounts) {
    let prefix = prefixes.get(group);
    if (prefix === void 0) {
      prefix = `estimate:${await hash(JSON.stringify(["estimate", baseUrl2, ttl, group]))}:`;
      prefixes.set(group, prefix);
    }
    return amounts.map(({ cents }) => `${prefix}${cents}`);
  }
  async function tryCache(work) {
    if (now() < pausedUntil) return void 0;
    try {
      return await withDeadline(timeLimit2, void 0, work);
    } catch {
      pausedUntil = now() + pauseAfterFailure;
      return void 0;
    }
  }
  function mayWrite(count2) {
    if (now() >= writes.resetAt) writes = { count: 0, resetAt: now() + maxAge2 };
    writes.count += count2;
    return writes.count <= maxWrites;
  }
  const write = async (group, amounts) => {
    const keys = await keysOf(group, amounts);
    const texts2 = amounts.map(({ estimate: estimate2 }) => JSON.stringify({ ...estimate2, id: "" }));
    const values = new Map(keys.map((key, index) => [key, texts2[index] ?? ""]));
    await tryCache(() => cache.setMany(values, maxAge2));
  };
  return {
    async get(group, requests) {
      const keys = await keysOf(group, requests);
      const values = await tryCache(() => cache.getMany(keys)) ?? [];
      const found = /* @__PURE__ */ new Map();
      requests.forEach(({ cents }, index) => {
        const { value = "", remainingMs = 0 } = values[index] ?? {};
        const estimate2 = ValueSchema.safeParse(tryParseJson(value)).data;
        if (!estimate2 || remainingMs <= 0) return;
        found.set(cents, { estimate: estimate2, remainingMs: Math.min(remainingMs, maxAge2) });
      });
      return found;
    },
    set(group, amounts) {
      const estimated = amounts.filter(({ estimate: estimate2 }) => estimate2);
      if (estimated.length > 0 && mayWrite(estimated.length)) void write(group, estimated);
    }
  };
}
function equalBytes(left, right) {
  if (left.length !== right.length) return false;
  return left.reduce((difference, byte, index) => difference | byte ^ (right[index] ?? 0), 0) === 0;
}
const statuses = {
  "invalid-json": 400,
  "invalid-request": 400,
  "idempotency-key-required": 400,
  "body-timeout": 400,
  unauthorized: 401,
  "origin-not-allowed": 403,
  "purchase-not-verified": 403,
  "sms-not-allowed": 403,
  "location-not-allowed": 403,
  "verification-failed": 403,
  "not-found": 404,
  "location-not-found": 404,
  "method-not-allowed": 405,
  "location-exists": 409,
  "in-progress": 409,
  "duplicate-send": 409,
  "body-too-large": 413,
  "unsupported-media-type": 415,
  "service-refused": 422,
  "invalid-phone-number": 422,
  "invalid-email": 422,
  "application-unavailable": 422,
  "state-not-supported": 422,
  "vertical-not-supported": 422,
  "redirect-not-allowed": 422,
  "idempotency-key-reused": 422,
  "rate-limited": 429,
  "sms-limit": 429,
  "bad-credentials": 502,
  "service-error": 502,
  "service-unreachable": 502,
  "invalid-service-response": 502,
  "service-busy": 503,
  overloaded: 503,
  "store-unavailable": 503,
  "service-timeout": 504,
  "outcome-unknown": 504
};
const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout"
};
class ProblemError extends Error {
  constructor(code, detail, extras = {}) {
    super(detail, { cause: extras.cause });
    __publicField(this, "name", "ProblemError");
    __publicField(this, "status");
    this.code = code;
    this.detail = detail;
    this.extras = extras;
    this.status = extras.status ?? statuses[code];
  }
}
function toProblemResponse(problem, requestId2) {
  const { code, detail, status } = problem;
  const { errors: errors2, service, headers, retryAfterSeconds: retryAfterSeconds2 } = problem.extras;
  const body = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    detail,
    code,
    requestId: requestId2,
    ...errors2 && { errors: errors2 },
    ...service && { service }
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      ...retryAfterSeconds2 !== void 0 && { "retry-after": String(retryAfterSeconds2) },
      "content-type": "application/problem+json"
    }
  });
}
function invalidRequest(errors2) {
  return new ProblemError("invalid-request", "The request is not valid.", { errors: errors2 });
}
function toPath(path) {
  return path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    const text2 = String(key).slice(0, 64);
    return /^[\w$-]+$/.test(text2) ? `.${text2}` : `[${JSON.stringify(text2)}]`;
  }).join("").replace(/^\./, "");
}
function storeUnavailable(cause, detail = "The store is unavailable; nothing was sent.") {
  return new ProblemError("store-unavailable", detail, { retryAfterSeconds: 5, cause });
}
const oneYear = "max-age=31536000, immutable";
const fiveMinutes = "max-age=300, stale-while-revalidate=86400";
const elementsFiles = ["elements.js", "elements-messages.js", "elements.css"];
async function serveElementsFile(request2, name, hash) {
  const { files } = await import("./elements-script.CSiTOr1R.js");
  const file = files[name];
  if (hash !== void 0 && hash !== file.hash) {
    throw new ProblemError("not-found", "There is no such version of the file here.");
  }
  const brotli = acceptsBrotli(request2.headers.get("accept-encoding") ?? "");
  const etag = `"${file.hash}${brotli ? "-br" : ""}"`;
  const headers = new Headers({
    "access-control-allow-origin": "*",
    "cache-control": hash === void 0 ? `public, ${fiveMinutes}` : `public, ${oneYear}`,
    "cross-origin-resource-policy": "cross-origin",
    etag,
    vary: "Accept-Encoding"
  });
  if (matches(request2.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const type = name.endsWith(".css") ? "text/css" : "text/javascript";
  headers.set("content-type", `${type}; charset=utf-8`);
  if (!brotli) return new Response(file.text, { headers });
  headers.set("content-encoding", "br");
  return new Response(fromBase64(file.brotli), { headers });
}
function acceptsBrotli(acceptEncoding) {
  return /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(acceptEncoding);
}
function matches(ifNoneMatch, etag) {
  const tags = (ifNoneMatch == null ? void 0 : ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""))) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
function fromBase64(text2) {
  return Uint8Array.from(atob(text2), (character) => character.charCodeAt(0));
}
function pathBelow(mount2, request2) {
  const pathname = pathOf(request2);
  if (pathname.startsWith(`${mount2}/`)) return pathname.slice(mount2.length);
  const detail = `There is nothing at this path. The proxy answers under ${mount2}/, its mount.`;
  throw new ProblemError("not-found", detail);
}
function pathOf({ url: url2 }) {
  const start = url2.indexOf("/", url2.indexOf("://") + 3);
  const length = url2.slice(start).search(/[?#]/);
  return length < 0 ? url2.slice(start) : url2.slice(start, start + length);
}
function methodsAt(path, open) {
  return candidatesAt(path, open).flatMap(({ methods }) => methods);
}
function matchRoute(method, path, open) {
  const candidates = candidatesAt(path, open);
  const match = candidates.find(({ methods }) => methods.includes(method));
  if (match) return match.route;
  const headers = { allow: candidates.flatMap(({ methods }) => methods).join(", ") };
  throw new ProblemError("method-not-allowed", "This path has other methods.", { headers });
}
const reading$1 = ["GET", "HEAD"];
function isForServers(path, { webhooks }) {
  return webhooks && path === "/webhooks";
}
function candidatesAt(path, open) {
  const auxiliary = auxiliaryCandidate(path, open);
  const candidates = auxiliary ? [auxiliary] : operationCandidates(path, open);
  if (candidates.length > 0) return candidates;
  throw new ProblemError("not-found", "There is nothing at this path.");
}
function auxiliaryCandidate(path, { webhooks }) {
  if (webhooks && path === "/webhooks") return { methods: ["POST"], route: { pattern: path } };
  if (webhooks && path === "/link-status") return { methods: reading$1, route: { pattern: path } };
  if (path === "/health" || path === "/ready" || path === "/openapi.json") {
    return { methods: reading$1, route: { pattern: path } };
  }
  const named = /^\/(elements|elements-messages)(?:\.([0-9a-f]{16}))?\.(js|css)$/.exec(path);
  const file = elementsFiles.find((each) => each === `${named == null ? void 0 : named[1]}.${named == null ? void 0 : named[3]}`);
  if (!file) return void 0;
  const hash = named == null ? void 0 : named[2];
  return { methods: reading$1, route: { pattern: `/${file}`, file, ...hash && { hash } } };
}
function methodsOf(operation2) {
  const { method } = operations[operation2];
  return method === "PUT" ? ["PUT", "POST"] : [method];
}
function isOnboarding(operation2) {
  const credentials = operations[operation2].credentials;
  return credentials.includes("svc-secret");
}
const operationRoutes = operationNames.map((operation2) => {
  const pattern = operations[operation2].path;
  return {
    operation: operation2,
    pattern,
    methods: methodsOf(operation2),
    isForStaff: isOnboarding(operation2),
    endsWithLocation: pattern.endsWith("/{location}")
  };
});
function operationCandidates(path, { onboarding }) {
  const found = [];
  for (const { operation: operation2, pattern, methods, isForStaff, endsWithLocation } of operationRoutes) {
    if (isForStaff && !onboarding) continue;
    if (path === pattern) found.push({ methods, route: { pattern, operation: operation2 } });
    const pathLocation2 = endsWithLocation && lastSegment(path, pattern);
    if (pathLocation2) found.push({ methods, route: { pattern, operation: operation2, pathLocation: pathLocation2 } });
  }
  return found;
}
function lastSegment(path, pattern) {
  const base = pattern.slice(0, -"{location}".length);
  const segment = path.startsWith(base) ? path.slice(base.length) : "";
  return segment.includes("/") ? void 0 : segment;
}
const codes$1 = {
  estimatePayments: {
    badCredentials: "bad-credentials",
    locationRequired: "location-not-found",
    locationNotFound: "location-not-found",
    verticalNotFound: "location-not-found",
    serverError: "service-error"
  },
  createPayOverTimeLink: {
    allianceNotAllowed: "bad-credentials",
    locationNotFound: "location-not-found",
    invalidPhoneNumber: "invalid-phone-number",
    invalidEmail: "invalid-email",
    serverError: "service-error"
  },
  createPrequalLink: {
    badCredentials: "bad-credentials",
    locationNotFound: "location-not-found",
    applicationMissing: "application-unavailable",
    applicationDisabled: "application-unavailable",
    serverError: "service-error"
  },
  addMerchantLocation: {
    badRequest: "invalid-request",
    unauthorized: "bad-credentials",
    locationExists: "location-exists",
    verticalNotSupported: "vertical-not-supported",
    stateNotSupported: "state-not-supported",
    serverError: "service-error"
  },
  getMerchantStatus: {
    unauthorized: "bad-credentials",
    locationNotFound: "location-not-found",
    stateNotSupported: "state-not-supported",
    serverError: "service-error"
  }
};
const details = {
  "bad-credentials": "The service does not accept the credentials of this proxy.",
  "location-not-found": "The service does not know this location, or requires one and got none.",
  "location-exists": "This location has been added already.",
  "invalid-phone-number": "The service does not accept this phone number.",
  "invalid-email": "The service does not accept this email address.",
  "application-unavailable": "This location has no online application, or it is disabled.",
  "state-not-supported": "The service is not available in this state.",
  "vertical-not-supported": "The service does not support this vertical.",
  "invalid-request": "The service found input that is missing or invalid.",
  "service-refused": "The service refused the request.",
  "service-busy": "The service is busy.",
  "service-error": "The service failed."
};
class UnknownLinkHostError extends InvalidServiceResponseError {
}
function toProblem$1(error) {
  const problem = toServiceProblem(error);
  if (problem instanceof ProblemError) return problem;
  return new ProblemError("service-error", "The request could not be carried out.", {
    cause: problem
  });
}
function toServiceProblem(error) {
  if (error instanceof ServiceResponseError) return answeredProblem(error);
  const cause = error;
  if (error instanceof ServiceUnreachableError) {
    return new ProblemError("service-unreachable", "The service could not be reached.", { cause });
  }
  if (error instanceof InvalidServiceResponseError) {
    return new ProblemError("invalid-service-response", "The service gave no valid answer.", {
      cause
    });
  }
  if (error instanceof ServiceTimeoutError) {
    return new ProblemError("service-timeout", "The service did not answer in time.", { cause });
  }
  if (error instanceof OutcomeUnknownError) {
    const detail = "The service may or may not have carried out the request.";
    return new ProblemError("outcome-unknown", detail, { cause });
  }
  return error;
}
function answeredProblem(error) {
  const code = codeOf(error);
  const { contractMessage: message, states } = error;
  const service = {
    status: error.status,
    ...message !== void 0 && { message },
    ...states.length > 0 && { states }
  };
  return new ProblemError(code, details[code] ?? "The service refused the request.", {
    // The contract answers an unknown location with 422 on estimation, with 404 elsewhere.
    ...code === "location-not-found" && { status: error.status },
    ...code === "service-busy" && { retryAfterSeconds: retryAfterSeconds(error) },
    service,
    cause: error
  });
}
function codeOf({ operation: operation2, status, conditions }) {
  if (status === 401 || status === 403) return "bad-credentials";
  if (status === 429 || status === 503) return "service-busy";
  const table = codes$1[operation2];
  const [code, ...others] = new Set(conditions.map((condition) => table[condition]));
  if (code === void 0) return "service-error";
  return others.length === 0 ? code : "service-refused";
}
function retryAfterSeconds({ retryAfterSeconds: seconds = 1 }) {
  return Math.min(Math.max(seconds, 1), 60);
}
const timeLimit$1 = 5e3;
async function callHook(request2, hook) {
  try {
    return await withDeadline(timeLimit$1, request2.signal, async () => hook());
  } catch (error) {
    throw error ?? new TypeError("A function of the integrator failed without an error");
  }
}
function hasOnboarding({ authorize, adminToken: adminToken2 }) {
  return authorize !== void 0 || adminToken2 !== void 0;
}
async function checkAuthorization(options, request2) {
  if (await hasAdminToken(options, request2)) return;
  if (await isAuthorized(options, request2)) return;
  throw unauthorized$1();
}
async function isAuthorized({ authorize }, request2) {
  if (!authorize) return false;
  try {
    const answer2 = await callHook(request2, () => authorize(request2));
    return answer2 === true;
  } catch (error) {
    if (isTimeout(error)) throw error;
    throw unauthorized$1(error);
  }
}
function unauthorized$1(cause) {
  const headers = { "www-authenticate": "Bearer" };
  return new ProblemError("unauthorized", "This needs authorization.", { headers, cause });
}
async function hasAdminToken({ adminToken: adminToken2 }, request2) {
  const given = bearerTokenOf(request2);
  if (adminToken2 === void 0 || given === void 0) return false;
  return equalInConstantTime(given, adminToken2);
}
function bearerTokenOf({ headers }) {
  var _a2;
  return (_a2 = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")) == null ? void 0 : _a2[1];
}
async function equalInConstantTime(a, b) {
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return equalBytes(left, right);
}
async function digest(text2) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text2)));
}
const kibibyte = 1024;
const bodyTimeout = 7500;
const bodyLimits = { estimation: 128 * kibibyte, other: 64 * kibibyte };
async function readBody$1(request2, limit) {
  const announced = Number(request2.headers.get("content-length") ?? 0);
  if (announced > limit) throw tooLarge(limit);
  try {
    return await withDeadline(
      bodyTimeout,
      void 0,
      (signal) => readStream(request2.body, limit, signal)
    );
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error;
  }
}
async function readWholeBody(request2, limit) {
  var _a2;
  const announced = Number(request2.headers.get("content-length") ?? 0);
  const arrived2 = announced > limit ? void 0 : (_a2 = hostOf$1(request2)) == null ? void 0 : _a2.takeBody();
  return arrived2 ?? readBody$1(request2, limit);
}
async function readStream(body, limit, signal) {
  const chunks = [];
  let size = 0;
  const reader = body == null ? void 0 : body.getReader();
  const cancel = () => void (reader == null ? void 0 : reader.cancel().catch(() => void 0));
  signal.addEventListener("abort", cancel);
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw endedEarly();
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return concatenate(chunks);
}
function concatenate(chunks) {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
function tooLarge(limit) {
  return new ProblemError("body-too-large", `The body is larger than ${limit / kibibyte} KiB.`);
}
function tooSlow() {
  const headers = { connection: "close" };
  return new ProblemError("body-timeout", "The body came too slowly.", { headers });
}
function endedEarly() {
  const detail = "The body ended early, or was read before the proxy got it.";
  return new ProblemError("invalid-json", detail);
}
function createClientAddress({
  trustedHops = 0,
  clientAddress: hook,
  onWarning = () => {
  }
}) {
  const warned = /* @__PURE__ */ new Set();
  const warn = (warning) => {
    if (warned.has(warning)) return;
    warned.add(warning);
    onWarning(warning);
  };
  return (request2) => {
    if (!hook && trustedHops === 0 && request2.headers.has("x-forwarded-for")) {
      warn("forwarded-for-ignored");
    }
    const address = hook ? addressByHook(hook, request2) : addressByHops(request2, trustedHops);
    if (!address) warn("client-address-unknown");
    return address;
  };
}
function addressByHops(request2, trustedHops) {
  const forwarded = request2.headers.get("x-forwarded-for");
  if (trustedHops === 0 || forwarded === null) return socketAddress(request2);
  const addresses = forwarded.split(",").map((address) => address.trim());
  return addresses[Math.max(0, addresses.length - trustedHops)];
}
function addressByHook(hook, request2) {
  try {
    const address = hook(request2);
    return typeof address === "string" ? address : void 0;
  } catch {
    return void 0;
  }
}
function socketAddress(request2) {
  const { ip } = request2;
  return typeof ip === "string" ? ip : void 0;
}
function callingPage({ headers, url: url2 }, allowedOrigins = []) {
  const origin2 = headers.get("origin");
  if (origin2 === "null") return "other";
  if (origin2 !== null && allowedOrigins.includes(origin2)) return "own";
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" ? "own" : "other";
  if (origin2 === null) return "none";
  return isSameHost(origin2, hostOf({ headers, url: url2 })) ? "own" : "other";
}
function hostOf({ headers, url: url2 }) {
  return headers.get("host") || new URL(url2).host;
}
function isSameHost(origin2, host2) {
  if (!URL.canParse(origin2)) return false;
  const page = new URL(origin2);
  const own = `${page.protocol}//${host2}`;
  return /^https?:$/.test(page.protocol) && URL.canParse(own) && new URL(own).host === page.host;
}
function checkOrigin(request2, allowedOrigins = []) {
  if (callingPage(request2, allowedOrigins) === "other") throw originNotAllowed();
}
function checkSendOrigin(request2, allowedOrigins) {
  if (callingPage(request2, allowedOrigins) !== "own") throw originNotAllowed();
}
function originNotAllowed() {
  return new ProblemError("origin-not-allowed", "Requests from this origin are not allowed.");
}
function pageOrigin(request2) {
  const origin2 = request2.headers.get("origin");
  return origin2 !== null && isSameHost(origin2, hostOf(request2)) ? origin2 : void 0;
}
const allowedHeaders = [
  "Content-Type",
  "Idempotency-Key",
  "Financing-Purchase",
  "Authorization",
  "X-Request-Id"
];
const exposedHeaders = ["Retry-After", "X-Request-Id", "Financing-Link-Token"];
function isPreflight({ method, headers }) {
  return method === "OPTIONS" && headers.has("origin");
}
function answerPreflight(request2, methods, allowedOrigins) {
  if (!isListed(request2, allowedOrigins)) throw originNotAllowed();
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": allowedHeaders.join(", "),
      "access-control-max-age": "600"
    }
  });
}
function allowReading(response, request2, allowedOrigins) {
  if (allowedOrigins.length === 0) return;
  const { headers } = response;
  if (headers.has("access-control-allow-origin")) return;
  headers.append("vary", "Origin");
  if (!isListed(request2, allowedOrigins)) return;
  headers.set("access-control-allow-origin", request2.headers.get("origin") ?? "");
  headers.set("access-control-expose-headers", exposedHeaders.join(", "));
}
function isListed({ headers }, allowedOrigins) {
  const origin2 = headers.get("origin");
  return origin2 !== null && allowedOrigins.includes(origin2);
}
function centsOf(dollars2) {
  const cents = Math.round(dollars2 * 100);
  return Math.abs(dollars2 * 100 - cents) < 1e-4 ? cents : NaN;
}
function canonicalPhoneNumber(text2) {
  if (!isUsPhoneNumber(text2)) return void 0;
  const number = parsePhoneNumberFromString(text2, "US");
  if ((number == null ? void 0 : number.country) !== "US") return void 0;
  const type = number.getType();
  return type === "FIXED_LINE_OR_MOBILE" || type === "MOBILE" ? number.number : void 0;
}
const phoneNumber = {
  read: canonicalPhoneNumber,
  code: "invalid-phone-number",
  message: "Not a US phone number that can be texted"
};
const emailAddress = {
  read: (text2) => isEmailAddress(text2) ? text2 : void 0,
  code: "invalid-email",
  message: "Not an email address",
  keywords: { format: "email", maxLength: 254 }
};
const dateOfBirth = {
  read: (text2) => text2 >= "1900-01-01" && text2 < (/* @__PURE__ */ new Date()).toISOString().slice(0, 10) ? text2 : void 0,
  code: "invalid-request",
  message: "Not a date of birth"
};
const plainText = {
  read: (text2) => text2.length <= 256 && isPrintable(text2) ? text2 : void 0,
  code: "invalid-request",
  message: "Longer than 256 characters, or not printable",
  keywords: { maxLength: 256 }
};
const url = {
  read: (text2) => text2.length <= 2048 && isPrintable(text2) ? text2 : void 0,
  code: "invalid-request",
  message: "Longer than 2048 characters, or not printable",
  keywords: { maxLength: 2048 }
};
const rules = {
  phone: phoneNumber,
  phoneNumber,
  customerPhoneNumber: phoneNumber,
  email: emailAddress,
  representativeEmail: emailAddress,
  dateOfBirth,
  redirectUrl: url
};
function textKeywords(field) {
  return (rules[field] ?? plainText).keywords ?? {};
}
function readTexts(value) {
  return readMember(value, []);
}
function readMember(value, path) {
  if (typeof value === "string") return readText(value, path);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => readAt(item, index, path));
  const texts2 = [];
  for (const [key, member] of Object.entries(value)) {
    const read2 = readAt(member, key, path);
    if (read2 !== member) texts2.push([key, read2]);
  }
  return texts2.length === 0 ? value : { ...value, ...Object.fromEntries(texts2) };
}
function readAt(member, key, path) {
  path.push(key);
  const read2 = readMember(member, path);
  path.pop();
  return read2;
}
function readText(text2, path) {
  const { read: read2, code, message } = rules[String(path.at(-1))] ?? plainText;
  const taken = read2(text2);
  if (taken !== void 0) return taken;
  const errors2 = [{ path: toPath(path), message }];
  if (code === "invalid-request") throw invalidRequest(errors2);
  throw new ProblemError(code, `${message}.`, { errors: errors2 });
}
function isPrintable(text2) {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text2);
}
function checkTextedNames(value, path) {
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key];
    if (typeof member === "object" && member !== null) checkTextedNames(member, at);
    if (typeof member !== "string" || !/name$/i.test(key)) continue;
    if (!new RegExp(":\\/\\/|\\p{Cf}", "u").test(member.normalize("NFKC"))) continue;
    throw invalidRequest([
      { path: toPath(at), message: "A name in a text has no link and no invisible character" }
    ]);
  }
}
const DollarsSchema = z.number().positive().max(99999999999e-2).transform((amount, context) => {
  const cents = centsOf(amount);
  if (cents > 0) return cents / 100;
  context.addIssue({ code: "custom", message: "More than two decimals" });
  return z.NEVER;
});
const RequiredTextSchema = z.string().min(1);
const SendSmsSchema = z.boolean().optional().describe("Texts the link. When omitted, no text is sent unless the proxy allows texts.");
const ExactNumberSchema = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const TextOrNumberSchema = z.union([z.string(), ExactNumberSchema]);
const EstimateItemFieldsSchema = EstimateItemSchema.extend({
  id: EstimateItemSchema.shape.id.min(1).max(128),
  totalAmount: DollarsSchema.describe("US dollars, at most two decimals.")
});
const ItemListSchema = z.array(z.unknown()).min(1).max(maxEstimateItems);
const mostErrors = 20;
const mostParameters = 20;
const bodySchemas = {
  estimatePayments: z.array(EstimateItemFieldsSchema).min(1).max(maxEstimateItems),
  createPayOverTimeLink: PayOverTimeLinkRequestSchema.extend({
    amount: DollarsSchema.describe(
      "US dollars, at most two decimals. Must be verified by the server of the integrator."
    ),
    location: RequiredTextSchema,
    transactionId: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    roNumber: TextOrNumberSchema.optional(),
    representativeName: TextOrNumberSchema.optional(),
    redirectUrl: z.string().optional().describe("Absolute URL of the page, or of an origin that the proxy allows.")
  }),
  createPrequalLink: z.tuple([
    PrequalLinkRequestSchema.extend({
      location: RequiredTextSchema,
      sendSMS: SendSmsSchema,
      departmentId: ExactNumberSchema.optional()
    })
  ]),
  addMerchantLocation: MerchantLocationRequestSchema.extend({
    location: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    // A text that is not listed gets another answer than a value that is not a text.
    vertical: z.string().pipe(VerticalSchema).meta({ enum: VerticalSchema.options })
  })
};
function parseBody(operation2, json2) {
  if (operation2 === "estimatePayments") return readTexts(parseItems(json2));
  const parsed = bodySchemas[operation2].safeParse(json2);
  if (!parsed.success) throw toProblem(parsed.error.issues);
  return readTexts(parsed.data);
}
function parseItems(json2) {
  const list2 = ItemListSchema.safeParse(json2);
  if (!list2.success) throw toProblem(list2.error.issues);
  const items = [];
  const ids = /* @__PURE__ */ new Set();
  const errors2 = [];
  for (const [index, item] of list2.data.entries()) {
    const { data, error } = EstimateItemFieldsSchema.safeParse(item);
    if (error) {
      errors2.push(...error.issues.flatMap((issue) => toFieldErrors(issue, [index])));
    } else {
      if (ids.has(data.id)) errors2.push({ path: toPath([index, "id"]), message: "Not unique" });
      ids.add(data.id);
      items.push(data);
    }
    if (errors2.length >= mostErrors) break;
  }
  if (errors2.length > 0) throw invalidRequest(errors2.slice(0, mostErrors));
  return items;
}
function parseEstimateQuery(search) {
  if (search.size > mostParameters) {
    const message = `More than ${mostParameters} query parameters`;
    throw invalidRequest([{ path: "", message }]);
  }
  const names = [...search.keys()];
  const twice = names.find((key, index) => names.indexOf(key) !== index);
  if (twice !== void 0) {
    throw invalidRequest([{ path: toPath([twice]), message: "Given more than once" }]);
  }
  const parsed = EstimateQuerySchema.safeParse(Object.fromEntries(search));
  if (!parsed.success) throw toProblem(parsed.error.issues);
  const empty = Object.entries(parsed.data).find(([, value]) => value === "");
  if (empty) throw invalidRequest([{ path: empty[0], message: "Empty" }]);
  return readTexts(parsed.data);
}
function parsePathLocation(segment) {
  return readTexts({ location: decode$1(segment) }).location;
}
function decode$1(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidRequest([{ path: "location", message: "Invalid percent-encoding" }]);
  }
}
function checkState({ vertical, businessAddress }) {
  if ((businessAddress == null ? void 0 : businessAddress.state) === void 0 || isSupportedState(vertical, businessAddress.state)) {
    return;
  }
  throw new ProblemError("state-not-supported", "The service is not available in this state.", {
    errors: [{ path: "businessAddress.state", message: "Not supported" }]
  });
}
function toProblem(issues) {
  const errors2 = issues.flatMap((issue) => toFieldErrors(issue)).slice(0, mostErrors);
  const [first] = issues;
  const unknownVertical = issues.length === 1 && (first == null ? void 0 : first.code) === "invalid_value" && first.path.join() === "vertical";
  if (!unknownVertical) return invalidRequest(errors2);
  return new ProblemError("vertical-not-supported", "The service does not know this vertical.", {
    errors: errors2
  });
}
function toFieldErrors(issue, parent = []) {
  const path = [...parent, ...issue.path];
  if (issue.code !== "unrecognized_keys") {
    return [{ path: toPath(path), message: issue.message }];
  }
  return issue.keys.slice(0, mostErrors).map((key) => {
    const replacement = Object.hasOwn(retiredFields, key) ? retiredFields[key] : void 0;
    return {
      path: toPath([...path, key]),
      message: replacement ? `Replaced by ${replacement}` : "Unknown field"
    };
  });
}
function checkMediaType({ headers }) {
  if (!isJson(headers.get("content-type") ?? "")) {
    throw new ProblemError("unsupported-media-type", "Send application/json in UTF-8.");
  }
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new ProblemError("unsupported-media-type", "Send a body without Content-Encoding.");
  }
}
function isJson(contentType) {
  return /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?;?\s*$/i.test(contentType.trim());
}
const decoder = new TextDecoder("utf-8", { fatal: true });
const mostValues = 2e3;
const mostLevels = 16;
function decodeText(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidJson();
  }
}
function parseJson(text2) {
  if (isOversized(text2)) {
    const message = "More than 2,000 values, or nested more than 16 deep";
    throw invalidRequest([{ path: "", message }]);
  }
  try {
    return JSON.parse(text2);
  } catch {
    throw invalidJson();
  }
}
function isOversized(text2) {
  let values = 0;
  let levels = 0;
  let isQuoted = false;
  for (let index = 0; index < text2.length; index += 1) {
    const character = text2[index];
    if (isQuoted) {
      if (character === "\\") index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === ",") {
      values += 1;
    } else if (character === "[" || character === "{") {
      values += 1;
      levels += 1;
      if (levels > mostLevels) return true;
    } else if (character === "]" || character === "}") {
      levels -= 1;
    }
    if (values > mostValues) return true;
  }
  return false;
}
function invalidJson() {
  return new ProblemError("invalid-json", "The body is not valid JSON.");
}
function createGates({ allowedOrigins, checkRate, addressOf }) {
  return (operation2) => async (request2, pathLocation2) => {
    var _a2;
    checkOrigin(request2, allowedOrigins);
    await checkRate(addressOf(request2));
    let text2 = "";
    let json2;
    if (operation2.readBody) {
      checkMediaType(request2);
      text2 = decodeText(await operation2.readBody(request2));
      const cached = (_a2 = operation2.findAnswer) == null ? void 0 : _a2.call(operation2, request2, text2);
      if (cached) return cached;
      json2 = parseJson(text2);
    }
    const fields = operation2.readFields({ request: request2, text: text2, json: json2, pathLocation: pathLocation2 });
    const admitted = await operation2.applyPolicy(fields, request2);
    return operation2.send(admitted, request2);
  };
}
async function checkHuman({ verifyHuman }, request2, body) {
  if (!verifyHuman) return;
  let answer2;
  try {
    answer2 = await callHook(request2, () => verifyHuman(request2, structuredClone(body)));
  } catch (cause) {
    throw refusal$2(cause);
  }
  if (answer2 !== true) throw refusal$2();
}
function refusal$2(cause) {
  return new ProblemError("verification-failed", "Human verification failed.", { cause });
}
function chooseLocation({ locations }, named) {
  if (named === void 0) return locations.length === 1 ? locations[0] ?? named : named;
  if (locations.length === 0 || locations.includes(named)) return named;
  throw new ProblemError("location-not-allowed", "This location is not served here.");
}
function withOnlyLocation({ locations }, json2) {
  const isObject2 = typeof json2 === "object" && json2 !== null && !Array.isArray(json2);
  if (!isObject2 || Object.hasOwn(json2, "location") || locations.length !== 1) return json2;
  return { ...json2, location: locations[0] };
}
class StoreUnavailableError extends Error {
  constructor(cause) {
    super("The store is not available", { cause });
    __publicField(this, "name", "StoreUnavailableError");
  }
}
function createMemoryStore({
  maxEntries = 3e4,
  maxBytes = 64 * 1024 * 1024,
  now = () => performance.now()
} = {}) {
  const options = { max: maxEntries, perf: { now }, ttlResolution: 0 };
  const values = new LRUCache({
    ...options,
    maxSize: maxBytes,
    sizeCalculation: sizeOf
  });
  const countersByWindow = /* @__PURE__ */ new Map();
  function countersOf(window2) {
    const known2 = countersByWindow.get(window2);
    if (known2) return known2;
    const counters = new LRUCache(options);
    countersByWindow.set(window2, counters);
    return counters;
  }
  function setValue(key, value, ttl) {
    if (sizeOf(value, key) > maxBytes) throw new StoreUnavailableError();
    values.set(key, value, { ttl });
  }
  return {
    async get(key) {
      return values.get(key);
    },
    async set(key, value, ttl) {
      setValue(key, value, ttl);
    },
    async claim(key, value, ttl) {
      if (values.has(key)) return false;
      setValue(key, value, ttl);
      return true;
    },
    async delete(key) {
      values.delete(key);
    },
    async count(key, window2) {
      const counters = countersOf(window2);
      const counter = counters.get(key) ?? { count: 0 };
      if (counter.count === 0) counters.set(key, counter, { ttl: window2 });
      counter.count += 1;
      const remainingMs = Math.max(0, counters.getRemainingTTL(key));
      return { count: counter.count, remainingMs };
    },
    async uncount(key, window2) {
      const counter = countersOf(window2).get(key);
      if (counter && counter.count > 0) counter.count -= 1;
    },
    async close() {
      values.clear();
      countersByWindow.clear();
    }
  };
}
function sizeOf(value, key) {
  return 100 + 2 * (key.length + value.length);
}
const [timeLimit, maxAge] = [200, 1e3];
function createStoreProbe(store2, onFailure) {
  let answer2;
  let askedAt = -Infinity;
  async function probe() {
    try {
      await withDeadline(timeLimit, void 0, () => store2.set("ready", "", maxAge));
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  }
  return () => {
    const time2 = performance.now();
    if (!answer2 || time2 - askedAt >= maxAge) {
      askedAt = time2;
      answer2 = probe();
    }
    return answer2;
  };
}
async function claimRecord(store2, keys, value, ttl) {
  const claimed = [];
  try {
    for (const key of keys) {
      if (!await store2.claim(key, value, ttl)) break;
      claimed.push(key);
    }
  } catch (error) {
    await deleteRecord(store2, claimed).catch(() => void 0);
    throw error;
  }
  if (claimed.length === keys.length) return true;
  await deleteRecord(store2, claimed).catch(() => void 0);
  return false;
}
async function getRecord(store2, keys) {
  for (const key of keys) {
    const value = await store2.get(key);
    if (value !== void 0) return value;
  }
  return void 0;
}
async function setRecord(store2, keys, value, ttl) {
  await Promise.all(keys.map((key) => store2.set(key, value, ttl)));
}
async function deleteRecord(store2, keys) {
  await Promise.all(keys.map((key) => store2.delete(key)));
}
async function countRecord(store2, keys, window2) {
  const counts = await Promise.all(keys.map((key) => store2.count(key, window2)));
  return counts.reduce((highest, each) => each.count > highest.count ? each : highest);
}
async function uncountRecord(store2, keys, window2) {
  await Promise.allSettled(keys.map(async (key) => {
    var _a2;
    return (_a2 = store2.uncount) == null ? void 0 : _a2.call(store2, key, window2);
  }));
}
function countersOfShop(store2, secret2) {
  const hash = createKeyedHash(secret2, 22);
  let shop;
  return {
    async count(key, window2) {
      return store2.count(`${key}:${await (shop ?? (shop = hash("shop")))}`, window2);
    }
  };
}
const day$5 = 24 * 60 * 6e4;
const duplicateGuard = 6e4;
const grace = 5e3;
function createIdempotency(store2, { secret: secret2, deadline = 1e4, now = Date.now }) {
  const keyedHashes = createKeyedHashes(secret2);
  const running = createMemoryStore();
  async function hashes(...parts2) {
    return keyedHashes(JSON.stringify(parts2, sortFields));
  }
  async function keysOf(prefix, ...parts2) {
    return (await hashes(...parts2)).map((hash) => `${prefix}:${hash}`);
  }
  async function claim(keys, value, ttl) {
    const isFirst = await claimRecord(store2, keys, value, ttl).catch((cause) => {
      throw storeUnavailable(cause);
    });
    return isFirst && claimRecord(running, keys, "", deadline + grace);
  }
  async function release(claims) {
    await endRunning(claims);
    await Promise.allSettled(claims.map((keys) => deleteRecord(store2, keys)));
  }
  async function endRunning(claims) {
    await Promise.all(claims.map((keys) => deleteRecord(running, keys)));
  }
  async function replay(keys, body) {
    const value = await getRecord(store2, keys).catch((cause) => {
      throw storeUnavailable(cause);
    });
    if (value === void 0) throw inProgress();
    const stored = JSON.parse(value);
    if (![stored.body].flat().some((hash) => body.includes(hash))) {
      const detail2 = "This Idempotency-Key was used with another body.";
      throw new ProblemError("idempotency-key-reused", detail2);
    }
    if (stored.outcome !== void 0) return stored.outcome;
    if (now() - stored.startedAt <= deadline + grace) throw inProgress();
    const detail = "The service may or may not have carried out the request.";
    throw new ProblemError("outcome-unknown", detail);
  }
  async function claimAll(key, stored, guard) {
    if (!await claim(key, JSON.stringify(stored), day$5)) return void 0;
    if (guard === void 0) return [key];
    try {
      if (await claim(guard, "", duplicateGuard)) return [key, guard];
      throw new ProblemError("duplicate-send", "This was sent to this phone a moment ago.");
    } catch (error) {
      await release([key]);
      throw error;
    }
  }
  return {
    async once(request2, call) {
      const { operation: operation2, location, smsRecipient, reference } = request2;
      const key = await keysOf("once", "key", operation2, location, request2.key);
      const guard = smsRecipient === void 0 ? void 0 : await keysOf(
        "text",
        "text",
        operation2,
        plain(location),
        plain(reference),
        smsRecipient
      );
      const body = await hashes("body", request2.body);
      const stored = { body, startedAt: now() };
      const claims = await claimAll(key, stored, guard);
      if (!claims) return await replay(key, body);
      try {
        const outcome = await call();
        const value = JSON.stringify({ ...stored, outcome });
        await setRecord(store2, key, value, day$5).catch(() => void 0);
        return outcome;
      } catch (error) {
        if (error instanceof ProblemError) await release(claims);
        throw error;
      } finally {
        await endRunning(claims);
      }
    }
  };
}
function plain(text2) {
  return text2 == null ? void 0 : text2.normalize("NFKC").trim();
}
function sortFields(_field, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}
function inProgress() {
  const detail = "The first request with this key is running.";
  return new ProblemError("in-progress", detail, { retryAfterSeconds: 1 });
}
function checkLinkUrl(operation2, linkHosts, text2) {
  const url2 = URL.canParse(text2) ? new URL(text2) : void 0;
  const secure = (url2 == null ? void 0 : url2.protocol) === "https:" || (url2 == null ? void 0 : url2.protocol) === "http:" && isLoopback(url2.hostname);
  const plain2 = (url2 == null ? void 0 : url2.username) === "" && url2.password === "" && !/[\s\\\p{Cc}]/u.test(text2);
  if (!secure || !plain2) throw new InvalidServiceResponseError(operation2);
  if (linkHosts.length === 0 || linkHosts.includes(url2.host)) return;
  throw new UnknownLinkHostError(operation2);
}
const consoleLogger = {
  debug() {
  },
  /* eslint-disable no-console */
  info: (entry) => console.info(JSON.stringify(entry)),
  warn: (entry) => console.warn(JSON.stringify(entry)),
  error: (entry) => console.error(JSON.stringify(entry))
  /* eslint-enable no-console */
};
function guardLogger(logger) {
  const guard = (level) => (entry) => {
    try {
      const returned = logger[level](entry);
      if (returned !== void 0) Promise.resolve(returned).catch(() => void 0);
    } catch {
    }
  };
  return {
    debug: guard("debug"),
    info: guard("info"),
    warn: guard("warn"),
    error: guard("error")
  };
}
const plainName = /^[A-Z]\w{0,63}$/;
const frameShape = /^at (?:.*[/\\].*:\d+:\d+\)?|.* \((?:<anonymous>|native)\))$/;
function describeError(error) {
  if (!(error instanceof Error)) return { errorName: typeof error };
  try {
    const { name, message, stack = "" } = error;
    const frames = String(stack).replace(String(message), "").split("\n");
    return {
      errorName: typeof name === "string" && plainName.test(name) ? name : "Error",
      stack: frames.map((frame) => frame.trim()).filter((frame) => frameShape.test(frame))
    };
  } catch {
    return { errorName: "Error" };
  }
}
function createMinuteThrottle(now = () => performance.now()) {
  const last = /* @__PURE__ */ new Map();
  return (key) => {
    const time2 = now();
    if (time2 - (last.get(key) ?? -Infinity) < 6e4) return false;
    last.set(key, time2);
    return true;
  };
}
const [mostConstructions, constructionSpan] = [20, 1e4];
function createConstructionWatch(now = () => performance.now()) {
  let times = [];
  let hasWarned2 = false;
  return (logger) => {
    if (hasWarned2) return;
    const time2 = now();
    times = [...times.filter((earlier) => time2 - earlier < constructionSpan), time2];
    if (times.length < mostConstructions) return;
    hasWarned2 = true;
    logger.warn({ event: "proxy-per-request" });
  };
}
const operatorCodes = [
  "bad-credentials",
  "service-error",
  "service-unreachable",
  "invalid-service-response",
  "service-busy",
  "service-timeout",
  "outcome-unknown"
];
const settingCodes = {
  "location-not-found": "locations",
  "location-not-allowed": "locations",
  "origin-not-allowed": "allowedOrigins",
  "purchase-not-verified": "purchaseSecret",
  "redirect-not-allowed": "redirectOrigins",
  "sms-not-allowed": "sms"
};
function createFailureLog(logger, isDue = createMinuteThrottle()) {
  return (problem, ids = {}) => {
    const { code, cause } = problem;
    const entry = { ...ids, code };
    if (code === "store-unavailable" || code === "overloaded") {
      if (isDue(code)) logger.error({ event: code, ...entry });
    } else if (cause !== void 0 && !(cause instanceof FinancingServiceError)) {
      if (!isDue(`unexpected-error ${code}`)) return;
      logger.error({ event: "unexpected-error", ...entry, ...describeError(cause) });
    } else if (settingCodes[code]) {
      if (isDue(code)) logger.warn({ event: "refused", ...entry, option: settingCodes[code] });
    } else if (cause instanceof UnknownLinkHostError) {
      const option = "linkHosts";
      if (isDue(option)) logger.warn({ event: "refused", ...entry, option });
    } else if (cause && operatorCodes.includes(code) && isDue(`${cause.operation} ${code}`)) {
      logger.error({ event: "service-failure", ...entry, ...describeFailure(cause) });
    }
  };
}
function describeFailure(cause) {
  const reason = cause instanceof ServiceUnreachableError || cause instanceof OutcomeUnknownError ? cause.reason : void 0;
  return {
    operation: cause.operation,
    ...reason && { reason },
    ...cause instanceof ServiceResponseError && { serviceStatus: cause.status }
  };
}
function observeService(service, observe) {
  const wrap = (operation2) => {
    const call = service[operation2];
    return async (...args) => {
      const start = performance.now();
      const end = (outcome) => observe({
        type: "service-call",
        operation: operation2,
        outcome,
        durationMs: performance.now() - start
      });
      observe({ type: "service-call-started", operation: operation2 });
      try {
        const result = await call(...args);
        end("success");
        return result;
      } catch (error) {
        end(outcomeOf$1(error));
        throw error;
      }
    };
  };
  const observed = operationNames.map((operation2) => [operation2, wrap(operation2)]);
  return Object.fromEntries(observed);
}
function outcomeOf$1(error) {
  if (!(error instanceof FinancingServiceError)) return "aborted";
  const problem = toServiceProblem(error);
  return problem instanceof ProblemError ? problem.code : "service-error";
}
function observeStore(store2, observe) {
  async function timed(operation2, work) {
    const start = performance.now();
    let outcome = "failure";
    try {
      const result = await work;
      outcome = "success";
      return result;
    } finally {
      observe({ type: "store", operation: operation2, outcome, durationMs: performance.now() - start });
    }
  }
  const { cache } = store2;
  const observedCache = cache && {
    getMany: (keys) => timed("getMany", cache.getMany(keys)),
    setMany: (values, ttl) => timed("setMany", cache.setMany(values, ttl))
  };
  return {
    get: (key) => timed("get", store2.get(key)),
    set: (key, value, ttl) => timed("set", store2.set(key, value, ttl)),
    claim: (key, value, ttl) => timed("claim", store2.claim(key, value, ttl)),
    delete: (key) => timed("delete", store2.delete(key)),
    count: (key, window2) => timed("count", store2.count(key, window2)),
    ...store2.uncount && {
      uncount: async (key, window2) => {
        var _a2;
        return timed("uncount", Promise.resolve((_a2 = store2.uncount) == null ? void 0 : _a2.call(store2, key, window2)));
      }
    },
    ...observedCache && { cache: observedCache },
    close: () => store2.close()
  };
}
function observeTexts(sendOnce, observe) {
  return async (send2, call) => {
    if (send2.smsRecipient === void 0) return sendOnce(send2, call);
    let isCalled = false;
    try {
      const created = await sendOnce(send2, () => {
        isCalled = true;
        return call();
      });
      observe({ type: "text", outcome: isCalled ? "sent" : "repeated" });
      return created;
    } catch (error) {
      const problem = toServiceProblem(error);
      const reason = problem instanceof ProblemError ? problem.code : void 0;
      observe({ type: "text", outcome: "refused", reason });
      throw error;
    }
  };
}
function guardObserver(observer2) {
  return (event) => {
    try {
      const returned = observer2(event);
      if (returned !== void 0) Promise.resolve(returned).catch(() => void 0);
    } catch {
    }
  };
}
const string = z.string("is not text");
const longSecret = z.string("is not at least 16 characters").min(1, "is missing").min(16, "is not at least 16 characters");
const token = string.regex(
  /^[\x21-\x7e]{16,}$/,
  "is not at least 16 visible ASCII characters"
);
const headerName = string.regex(/^[\w!#$%&'*+.^`|~-]+$/, "is not the name of a header");
const mount$1 = string.regex(/^(?:\/[\w~-][\w.~-]*)*\/?$/, "is not a path such as /financing").transform((path) => path.replace(/\/$/, ""));
const host = string.refine(
  (value) => URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value && !value.includes("*"),
  "holds something else than hosts such as apply.example"
);
const origin = string.refine(isExactOrigin, "holds something else than origins such as https://shop.example").transform((value) => new URL(value).origin);
function isExactOrigin(value) {
  const url2 = URL.canParse(value) ? new URL(value) : void 0;
  const isSecure = (url2 == null ? void 0 : url2.protocol) === "https:" || (url2 == null ? void 0 : url2.protocol) === "http:" && isLoopback(url2.hostname);
  return isSecure && url2.origin === value.replace(/\/$/, "") && !value.includes("*");
}
const webhookSettings = {
  secrets: {
    variable: "FINANCING_WEBHOOK_SECRET",
    type: secrets("16 characters or more", longSecret, "is not at least 16 characters"),
    help: "Secrets that the service signs events with; two, separated by a comma, while one is rotated."
  },
  header: {
    type: text$1("name of a header", headerName),
    default: webhookSignatureHeader,
    help: "Header that holds the signature."
  },
  verify: {
    type: callback(),
    help: "Verifies a request in place of `secrets`; only `true` passes.",
    details: "The body of the request has been read: its bytes are the second argument."
  },
  parse: {
    type: callback(),
    defaultWords: 'JSON as `{"eventType": "…", "payload": {…}}`',
    help: "Reads the body of a request in place of the usual envelope."
  },
  onEvent: {
    type: callback(),
    help: "Handles each event, once; without it, events only update the status of links."
  },
  onUnknown: {
    type: callback(),
    defaultWords: "`onEvent`",
    help: "Handles events of kinds that this version does not know."
  }
};
const proxySettings = {
  ...serviceSettings,
  locations: {
    variable: "FINANCING_LOCATIONS",
    type: list$1("names", z.string("is not text").min(1, "holds an empty name")),
    defaultWords: "any",
    help: "The only locations that requests may name.",
    details: "A single one is used where a request names none."
  },
  allowedOrigins: {
    variable: "FINANCING_ALLOWED_ORIGINS",
    type: list$1("origins", origin),
    help: "Origins whose pages may call the proxy, besides the proxy's own.",
    details: "Exact origins such as `https://shop.example`; there are no wildcards."
  },
  redirectOrigins: {
    variable: "FINANCING_REDIRECT_ORIGINS",
    type: list$1("origins", origin),
    defaultWords: "the page's own",
    help: "The only origins, with the allowed ones, that a redirectUrl may lead to.",
    details: "Exact origins such as `https://shop.example`. With neither of the two lists, the origin of the page where `Host` agrees with it, which a program can feign."
  },
  linkHosts: {
    variable: "FINANCING_LINK_HOSTS",
    type: list$1("hosts", host),
    defaultWords: "any",
    help: "The only hosts that links from the service may lead to.",
    details: "Hosts as in a URL, such as `apply.service.example`, with the port where there is one."
  },
  trustPageAmount: {
    variable: "FINANCING_TRUST_PAGE_AMOUNT",
    type: toggle(),
    default: false,
    help: "Creates pay-over-time links for amounts that your server has not verified.",
    details: "Shoppers can change what their page sends: check each amount before you deliver."
  },
  purchaseSecret: {
    variable: "FINANCING_PURCHASE_SECRET",
    type: secret("16 characters or more", longSecret),
    help: "Secret that your back end signs purchases with, so that their amounts are verified."
  },
  purchaseMaxAge: {
    variable: "FINANCING_PURCHASE_MAX_AGE",
    type: whole(1, 31536e3, "seconds"),
    default: 86400,
    help: "Most seconds for which a purchase token may be valid; one that expires later is refused."
  },
  resolvePurchase: {
    type: callback(),
    help: "Returns the purchase of a pay-over-time link, or nothing, which refuses the link.",
    details: "The second argument is a copy of the body."
  },
  verifiedStatusOnly: {
    variable: "FINANCING_VERIFIED_STATUS_ONLY",
    type: toggle(),
    default: false,
    help: "Reports to a page how its link ended only where your server verified the `transactionId`.",
    details: "Otherwise the first link made with a reference gets its status, also where another page guessed the reference. Pre-qualification links then have no status."
  },
  verifyHuman: {
    type: callback(),
    help: "Checks before each link that a person asks for it; only `true` passes."
  },
  sms: {
    variable: "FINANCING_SMS",
    type: toggle(),
    default: false,
    help: "Allows the service to send text messages.",
    details: "Each message needs a US phone number, an `Idempotency-Key`, and a page of an allowed origin or an authorized onboarding request."
  },
  textsPerPhone: {
    type: whole(1, 1e6),
    default: 3,
    help: "Text messages to one phone number in ten minutes."
  },
  textsPerPrefix: {
    type: whole(1, 1e6),
    default: 20,
    help: "Text messages per hour to phone numbers that differ only in their last four digits."
  },
  textsInAll: {
    type: whole(1, 1e6),
    default: 200,
    help: "Text messages per hour to all phone numbers together."
  },
  adminToken: {
    variable: "FINANCING_ADMIN_TOKEN",
    type: secret("16 visible ASCII characters or more", token),
    help: "Opens the onboarding routes to requests with this bearer token.",
    details: "Without it and `authorize`, these routes do not exist. Needs `svcSecret`."
  },
  authorize: {
    type: callback(),
    help: "Decides whether a request may use the onboarding routes; only `true` passes.",
    details: "Without it and `adminToken`, these routes do not exist. Needs `svcSecret`."
  },
  cacheTtl: {
    variable: "FINANCING_CACHE_TTL",
    type: whole(0, 86400),
    default: 300,
    help: "Seconds for which an estimate is cached; 0 turns the cache off."
  },
  rateLimit: {
    variable: "FINANCING_RATE_LIMIT",
    type: whole(1, 1e6),
    default: 120,
    help: "Requests per minute and client address."
  },
  trustedHops: {
    variable: "FINANCING_TRUSTED_HOPS",
    type: whole(0, 16),
    default: 0,
    help: "Number of reverse proxies in front, each of which appends to X-Forwarded-For."
  },
  clientAddress: {
    type: callback(),
    help: "Returns the address of the client, where the server does not know it or a CDN sends it in a header."
  },
  store: {
    type: { schema: storeSchema(), words: "`Store`" },
    defaultWords: "the memory of this process",
    help: "Holds claims, answers and counters; replicas share one.",
    details: "`createRedisStore(url)` of `financing-elements/node` makes one to share."
  },
  readyStore: {
    variable: "FINANCING_READY_STORE",
    type: oneOf(["required", "optional"]),
    default: "optional",
    help: "Whether GET /ready answers 503 while the store is away.",
    details: "With `optional`, replicas whose Redis is away still get requests: estimates go on without it. With `required`, all replicas that share it are left out at once."
  },
  storeSecret: {
    variable: "FINANCING_STORE_SECRET",
    type: secretOrSecrets("16 characters or more", longSecret, "is not at least 16 characters"),
    defaultWords: "`svcKey`",
    help: "Secret that keys what the store holds; several, separated by commas, while one is replaced.",
    details: "The same on all replicas of a shop; shops that share a Redis each need their own."
  },
  mount: {
    variable: "FINANCING_MOUNT",
    type: text$1("path", mount$1),
    default: "/financing",
    help: "Path under which the proxy answers."
  },
  webhooks: {
    type: object(),
    help: "Receives events of the service, and reports to pages the outcome of their links.",
    details: "Neither route exists without `secrets` or `verify`."
  },
  logger: {
    type: object(),
    defaultWords: "all but `debug` goes to the console",
    help: "Receives log entries."
  },
  logRequests: {
    variable: "FINANCING_LOG_REQUESTS",
    type: toggle(),
    default: false,
    help: "Logs each request at info instead of debug.",
    details: "One line with method, pattern of the route, status, code, duration, `requestId` and `traceId`; nothing of a path, a query or a body."
  },
  observer: {
    type: callback(),
    help: "Receives what happens as typed events, for metrics.",
    details: "It is called synchronously; an error in it is ignored."
  }
};
function storeSchema() {
  const methods = ["get", "set", "claim", "delete", "count"];
  return z.custom(
    (value) => typeof value === "object" && value !== null && methods.every((method) => typeof value[method] === "function"),
    "is not a store such as createRedisStore(url) makes"
  );
}
function readProxyOptions(options) {
  const values = readOptions(proxySettings, options);
  if ((values.authorize ?? values.adminToken) !== void 0 && !values.svcSecret) {
    throw new InvalidOptionError(
      "svcSecret",
      "is missing, and what adminToken or authorize opens needs it"
    );
  }
  return {
    ...values,
    locations: [...new Set(values.locations)],
    linkHosts: values.linkHosts ?? [],
    redirectOrigins: values.redirectOrigins ?? [],
    allowedOrigins: values.allowedOrigins ?? [],
    webhooks: readOptions(webhookSettings, values.webhooks ?? {}, "webhooks."),
    store: values.store ?? createMemoryStore(),
    logger: guardLogger(values.logger ?? consoleLogger),
    observer: values.observer && guardObserver(values.observer)
  };
}
const PurchaseSchema = z.object({
  /** US dollars. */
  amount: z.number().positive(),
  /** Without it, the amount is valid for any transaction. */
  transactionId: z.string().min(1).optional(),
  /** Without it, the amount is valid for any location that the proxy serves. */
  location: z.string().min(1).optional()
});
const SignedPurchaseSchema = z.strictObject({
  ...PurchaseSchema.shape,
  transactionId: z.string().min(1),
  /** Expiration time in Unix seconds. */
  exp: z.number().positive()
});
async function verifyPurchase(token2, secret2, now = Date.now(), maxAge2 = proxySettings.purchaseMaxAge.default) {
  const [, signed, payload = "", macText = ""] = /^(v1\.([\w-]+))\.([\w-]{43})$/.exec(token2) ?? [];
  const bytes = fromBase64Url(payload);
  const mac = fromBase64Url(macText);
  if (!signed || !bytes || !mac) return void 0;
  if (!await createMac(secret2).verify(mac, signed)) return void 0;
  const purchase2 = SignedPurchaseSchema.safeParse(tryParseJsonBytes(bytes)).data;
  if (!purchase2) return void 0;
  const remainingMs = purchase2.exp * 1e3 - now;
  return remainingMs > 0 && remainingMs <= maxAge2 * 1e3 ? purchase2 : void 0;
}
function createSendOnce(idempotency, smsLimits) {
  return async ({ request: request2, operation: operation2, body, smsRecipient, reference }, call) => {
    const key = checkIdempotencyKey(request2.headers.get("idempotency-key"));
    if (key === void 0 && smsRecipient === void 0) return call();
    if (key === void 0) {
      throw new ProblemError("idempotency-key-required", "A text needs an Idempotency-Key header.");
    }
    let failure;
    async function callOnce() {
      if (smsRecipient !== void 0) await smsLimits.count(smsRecipient);
      try {
        return { created: await call() };
      } catch (error) {
        const problem = toServiceProblem(error);
        if (!(problem instanceof ProblemError)) throw problem;
        if (hasReachedService(error)) {
          failure = problem;
          return { problem: toStored(problem) };
        }
        if (smsRecipient !== void 0) await smsLimits.uncount(smsRecipient);
        throw problem;
      }
    }
    const { location } = body;
    const once = { key, operation: operation2, location, body, smsRecipient, reference };
    const outcome = await idempotency.once(once, callOnce);
    if (failure) throw failure;
    if ("created" in outcome) return outcome.created;
    const { code, detail, extras } = outcome.problem;
    throw new ProblemError(code, detail, extras);
  };
}
function checkIdempotencyKey(header) {
  if (header === null) return void 0;
  if (/^[\x21-\x7e]{16,128}$/.test(header)) return header;
  const detail = "An Idempotency-Key has 16 to 128 visible ASCII characters.";
  throw new ProblemError("invalid-request", detail);
}
function hasReachedService(error) {
  return error instanceof FinancingServiceError && !(error instanceof ServiceUnreachableError);
}
function toStored({ code, detail, status, extras }) {
  const { service, headers, retryAfterSeconds: retryAfterSeconds2 } = extras;
  return {
    code,
    detail,
    extras: {
      status,
      ...service && { service },
      ...headers && { headers },
      ...retryAfterSeconds2 !== void 0 && { retryAfterSeconds: retryAfterSeconds2 }
    }
  };
}
const minute$1 = 6e4;
const hour = 60 * minute$1;
function createSmsLimits(store2, { textsPerPhone = 3, textsPerPrefix = 20, textsInAll = 200, secret: secret2 }) {
  const hashes = createKeyedHashes(secret2, 22);
  async function keysOf(kind, content) {
    return (await hashes(content)).map((hash) => `limit:${kind}:${hash}`);
  }
  async function windowsOf(phoneNumber2) {
    const phone = await keysOf("phone", `phone ${phoneNumber2}`);
    const prefix = await keysOf("prefix", `prefix ${phoneNumber2.slice(0, -4)}`);
    return [
      { keys: phone, window: 10 * minute$1, limit: textsPerPhone },
      { keys: prefix, window: hour, limit: textsPerPrefix },
      // Hashed like the others, so that two shops that share a Redis do not share their texts.
      { keys: await keysOf("texts", "texts"), window: hour, limit: textsInAll }
    ];
  }
  return {
    async count(phoneNumber2) {
      for (const { keys, window: window2, limit } of await windowsOf(phoneNumber2)) {
        const { count: count2, remainingMs } = await countRecord(store2, keys, window2).catch(
          (cause) => {
            throw storeUnavailable(cause);
          }
        );
        if (count2 <= limit) continue;
        throw new ProblemError("sms-limit", "Too many texts were requested.", {
          retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1e3))
        });
      }
    },
    async uncount(phoneNumber2) {
      const windows = await windowsOf(phoneNumber2);
      await Promise.all(windows.map(({ keys, window: window2 }) => uncountRecord(store2, keys, window2)));
    }
  };
}
async function checkPurchase({ trustPageAmount, purchaseSecret, purchaseMaxAge, resolvePurchase }, request2, body) {
  const token2 = request2.headers.get("financing-purchase");
  if (purchaseSecret && token2) {
    const purchase22 = await verifyPurchase(token2, purchaseSecret, Date.now(), purchaseMaxAge);
    if (covers(purchase22, body)) return true;
  }
  if (trustPageAmount === true) return false;
  if (!resolvePurchase) throw refusal$1();
  let resolved;
  try {
    resolved = await callHook(request2, () => resolvePurchase(request2, structuredClone(body)));
  } catch (cause) {
    throw refusal$1(cause);
  }
  const purchase2 = PurchaseSchema.safeParse(resolved).data;
  if (!covers(purchase2, body)) throw refusal$1();
  return (purchase2 == null ? void 0 : purchase2.transactionId) !== void 0;
}
function covers(purchase2, body) {
  if (!purchase2) return false;
  const { amount, transactionId = body.transactionId, location = body.location } = purchase2;
  const isAmount = centsOf(amount) === centsOf(body.amount);
  return isAmount && transactionId === body.transactionId && location === body.location;
}
function refusal$1(cause) {
  const detail = "The amount was not verified by your server; see purchaseSecret, resolvePurchase and trustPageAmount.";
  return new ProblemError("purchase-not-verified", detail, { cause });
}
function addressBlock(text2) {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text2) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text2) ?? [];
  const address = bracketed ?? withPort ?? text2;
  return address.includes(":") ? ipv6Block(address) : ipv4(address);
}
function ipv4(text2) {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text2)) return void 0;
  const bytes = text2.split(".").map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes.join(".") : void 0;
}
function ipv6Block(text2) {
  const words = ipv6Words(text2.replace(/%.*$/, ""));
  if (!words) return void 0;
  const [a = 0, b = 0, c = 0, d = 0, e, f, g = 0, h = 0] = words;
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 65535) {
    return [g >> 8, g & 255, h >> 8, h & 255].join(".");
  }
  return `${[a, b, c, d & 65280].map((word) => word.toString(16)).join(":")}::/56`;
}
function ipv6Words(text2) {
  const url2 = `http://[${text2}]`;
  if (!/^[\da-f:.]+$/i.test(text2) || !URL.canParse(url2)) return void 0;
  const [left = "", right] = new URL(url2).hostname.slice(1, -1).split("::");
  const words = (half) => half.split(":").filter(Boolean).map((word) => parseInt(word, 16));
  if (right === void 0) return words(left);
  const gap = 8 - words(left).length - words(right).length;
  return [...words(left), ...Array(gap).fill(0), ...words(right)];
}
const minute = 6e4;
const day$4 = 24 * 60 * minute;
const unknownAddressKey = "limit:address:unknown";
const longestAddress = 64;
function createRateGate(store2, { rateLimit = 120, secret: secret2, onStoreUnavailable, now = () => performance.now() }) {
  const hash = createKeyedHash(secret2, 22);
  const clock = { perf: { now }, ttlResolution: 0 };
  const knownKeys = new LRUCache({ max: 1e3 });
  const refusedKeys = new LRUCache({ max: 1e4, ...clock });
  const exemptKeys = new LRUCache({ max: 1e3, ttl: day$4, ...clock });
  let local;
  async function keyOf2(address) {
    if (!address) return unknownAddressKey;
    const known2 = knownKeys.get(address);
    if (known2 !== void 0) return known2;
    const block = addressBlock(address);
    if (block === void 0) return unknownAddressKey;
    const key = `limit:address:${await hash(`address ${block}`)}`;
    if (address.length <= longestAddress) knownKeys.set(address, key);
    return key;
  }
  async function count2(key) {
    try {
      return await store2.count(key, minute);
    } catch (cause) {
      onStoreUnavailable == null ? void 0 : onStoreUnavailable(cause);
      local ?? (local = createMemoryStore({ maxEntries: 1e4 }));
      return local.count(key, minute);
    }
  }
  async function checkRate(address) {
    const key = await keyOf2(address);
    const limit = key === unknownAddressKey ? rateLimit * 10 : rateLimit;
    const { count: requests, remainingMs } = await count2(key);
    if (requests <= limit) return;
    refusedKeys.set(key, true, { ttl: Math.max(1, remainingMs) });
    throw rateLimited(remainingMs);
  }
  async function checkRefused(address) {
    const key = await keyOf2(address);
    if (refusedKeys.has(key) && !exemptKeys.has(key))
      throw rateLimited(refusedKeys.getRemainingTTL(key));
  }
  async function exempt(address) {
    exemptKeys.set(await keyOf2(address), true);
  }
  return Object.assign(checkRate, { checkRefused, exempt });
}
function rateLimited(remainingMs) {
  return new ProblemError("rate-limited", "Too many requests from this address.", {
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1e3))
  });
}
function checkRedirect({ redirectOrigins, allowedOrigins }, request2, redirectUrl) {
  if (redirectUrl === void 0) return;
  if (!URL.canParse(redirectUrl)) {
    throw invalidRequest([{ path: "redirectUrl", message: "Not an absolute URL" }]);
  }
  const { href, origin: origin2 } = new URL(redirectUrl);
  const isPlain = href.startsWith(`${origin2}/`) && !redirectUrl.includes("\\");
  const named = [...redirectOrigins, ...allowedOrigins];
  if (isPlain && (named.length > 0 ? named : [pageOrigin(request2)]).includes(origin2)) return;
  throw new ProblemError("redirect-not-allowed", "This redirect leads to an origin not allowed.");
}
function chooseSms({ sms, allowedOrigins }, request2, operation2, body, phoneNumber2) {
  const { whenOmitted, phoneNumberPath: path } = operations[operation2].sms;
  const sendSMS = body.sendSMS ?? (sms && whenOmitted);
  const chosen = { ...body, sendSMS };
  if (!sendSMS) return { body: chosen, smsRecipient: void 0 };
  if (!sms) throw new ProblemError("sms-not-allowed", "Texts are not allowed here.");
  if (!isOnboarding(operation2)) checkSendOrigin(request2, allowedOrigins);
  if (phoneNumber2 === void 0) throw invalidRequest([{ path, message: "Needed for a text" }]);
  checkTextedNames(body, path.startsWith("[0]") ? [0] : []);
  return { body: chosen, smsRecipient: phoneNumber2 };
}
function traceparentOf({ headers }) {
  const header = headers.get("traceparent");
  return header !== null && parseTraceparent(header) ? header : void 0;
}
const outcomes = {
  PREQUAL_COMPLETED: "completed",
  PREQUAL_APPROVED: "completed",
  PREQUAL_FAILED: "completed",
  PREQUAL_ABORTED: "aborted",
  TEXT_TO_PAY_COMPLETED: "completed",
  TEXT_TO_PAY_FAILED: "aborted",
  TEXT_TO_PAY_ABORTED: "aborted",
  CHECKOUT_SDK_COMPLETED: "completed",
  CHECKOUT_SDK_FAILED: "aborted",
  CHECKOUT_SDK_ABORTED: "aborted"
};
function outcomeOf({
  eventType,
  payload
}) {
  if (!isLinkEventKind(eventType)) return void 0;
  const field = eventType.startsWith("PREQUAL_") ? "referral" : "transactionId";
  const reference = toText(payload[field] ?? payload["transactionId"] ?? payload["referral"]);
  if (reference === void 0) return void 0;
  return { outcome: outcomes[eventType], field, reference, location: toText(payload["location"]) };
}
function isLinkEventKind(kind) {
  return Object.hasOwn(outcomes, kind);
}
function toText(value) {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : void 0;
}
const day$3 = 24 * 60 * 6e4;
const outcomeWithoutLink = 6e4;
const linkTokenHeader = "Financing-Link-Token";
function createLinkStatus(store2, { secret: secret2, now = Date.now }) {
  const keyedHashes = createKeyedHashes(secret2);
  const hashes = (...parts2) => keyedHashes(JSON.stringify(["link", ...parts2]));
  const tokensOf = (seed) => hashes("token", seed);
  const tokenKeys = async (token2) => (await hashes("key", token2)).map((hash) => `link:token:${hash}`);
  const ownerKey = (subject) => `link:owner:${subject}`;
  const outcomeKey = (subject) => `link:outcome:${subject}`;
  async function extendOutcome(subject) {
    const expiresAt = await store2.get(ownerKey(subject));
    const outcome = expiresAt === void 0 ? void 0 : await store2.get(outcomeKey(subject));
    if (outcome === void 0) return;
    await store2.set(outcomeKey(subject), outcome, Math.max(1, Number(expiresAt) - now()));
  }
  async function own(subjects) {
    for (const subject of subjects) {
      if (!await store2.claim(ownerKey(subject), String(now() + day$3), day$3)) return false;
      await extendOutcome(subject);
    }
    return true;
  }
  async function createSeed(field, reference, location) {
    const atLocation = await hashes(field, reference, location);
    if (!await own(atLocation)) return void 0;
    const anywhere = await hashes(field, reference);
    const subjects = await own(anywhere) ? [...atLocation, ...anywhere] : atLocation;
    const seed = crypto.randomUUID();
    const keys = await Promise.all((await tokensOf(seed)).map(tokenKeys));
    await setRecord(store2, keys.flat(), JSON.stringify(subjects), day$3);
    return seed;
  }
  async function findToken(seed) {
    const tokens = await tokensOf(seed);
    if (tokens.length > 1) {
      for (const token2 of tokens) {
        const subjects = await getRecord(store2, await tokenKeys(token2)).catch(() => void 0);
        if (subjects !== void 0) return token2;
      }
    }
    return tokens[0] ?? "";
  }
  async function readOutcome2(token2) {
    const subjects = await getRecord(store2, await tokenKeys(token2));
    if (subjects === void 0) return void 0;
    for (const subject of JSON.parse(subjects)) {
      const outcome = await store2.get(outcomeKey(subject));
      if (outcome !== void 0) return outcome;
    }
    return "pending";
  }
  return {
    async follow({ field, reference, location }, body) {
      if (!reference) return { body };
      const seed = await createSeed(field, reference, location).catch(() => void 0);
      return { body, seed };
    },
    async tokenHeader({ seed }) {
      return seed === void 0 ? {} : { [linkTokenHeader]: await findToken(seed) };
    },
    async record({ outcome, field, reference, location }) {
      const at = location === void 0 ? [] : [location];
      const subjects = await hashes(field, reference, ...at);
      try {
        const known2 = subjects.length > 1 && await getRecord(store2, subjects.map(outcomeKey));
        for (const subject of subjects) {
          await store2.claim(outcomeKey(subject), known2 || outcome, outcomeWithoutLink);
          await extendOutcome(subject);
        }
      } catch (cause) {
        throw unavailable(cause);
      }
    },
    async read(token2) {
      const status = token2 === void 0 ? void 0 : await readOutcome2(token2).catch((cause) => {
        throw unavailable(cause);
      });
      if (status !== void 0) return status;
      throw new ProblemError("unauthorized", "This needs the token of a link.", {
        headers: { "www-authenticate": "Bearer" }
      });
    }
  };
}
function unavailable(cause) {
  return storeUnavailable(cause, "The store is unavailable; the status of links is unknown.");
}
const parts = {
  estimatePayments: {
    Request: { EstimateItem: bodySchemas.estimatePayments.element },
    Response: { EstimateResult: EstimateResultSchema }
  },
  createPayOverTimeLink: {
    Request: { CustomerDetails: CustomerDetailsSchema, CustomerAddress: CustomerAddressSchema }
  },
  addMerchantLocation: {
    Request: {
      BusinessAddress: BusinessAddressSchema,
      BusinessRepresentative: BusinessRepresentativeSchema
    }
  }
};
function schemaName(operation2, side) {
  return operation2.charAt(0).toUpperCase() + operation2.slice(1) + side;
}
function componentRef(kind, key) {
  return { $ref: `#/components/${kind}/${key}` };
}
function createSchemas(names) {
  return { ...schemasOf(names, "Request"), ...schemasOf(names, "Response") };
}
function schemasOf(names, side) {
  var _a2;
  const registry = z.registry();
  for (const operation2 of names) {
    for (const [id, part] of Object.entries(((_a2 = parts[operation2]) == null ? void 0 : _a2[side]) ?? {})) {
      registry.add(part, { id });
    }
    const bodies = bodySchemas;
    const whole2 = side === "Request" ? bodies[operation2] : operations[operation2].response;
    if (whole2) registry.add(whole2, { id: schemaName(operation2, side) });
  }
  const uri = (id) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, refine(schema, side)])
  );
}
function createQueryParameters(query2) {
  const { properties, required } = refine(z.toJSONSchema(query2, { io: "input" }), "Request");
  const requiredFields = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(
    ([field, { description, ...schema }]) => ({
      name: field,
      in: "query",
      ...requiredFields.includes(field) && { required: true },
      ...description !== void 0 && { description },
      schema: { ...schema, minLength: 1 }
    })
  );
}
function refine(schema, side) {
  const { prefixItems, pattern, properties, ...rest } = schema;
  const members = Object.entries(rest).map(([key, member]) => [key, refineMember(member, side)]);
  return {
    ...Object.fromEntries(members),
    // The format means the same and is easier to read.
    ...pattern !== void 0 && rest["format"] !== "date" && { pattern },
    // Few generators know tuples. These have one item, which minItems and maxItems express, too.
    ...Array.isArray(prefixItems) && { items: refineMember(prefixItems[0], side) },
    ...properties !== void 0 && { properties: refineFields(properties, side) }
  };
}
function refineMember(member, side) {
  if (Array.isArray(member)) return member.map((item) => refineMember(item, side));
  return typeof member === "object" && member !== null ? refine(member, side) : member;
}
function refineFields(properties, side) {
  const fields = Object.entries(properties).map(
    ([field, property]) => {
      const schema = refine(property, side);
      const isText = side === "Request" && schema["type"] === "string" && !("enum" in schema);
      return [field, { ...isText && textKeywords(field), ...schema }];
    }
  );
  return Object.fromEntries(fields);
}
const responseHeaders = {
  "X-Request-Id": {
    description: "Identifies the request in the log of the proxy.",
    schema: { type: "string" }
  },
  "Retry-After": {
    description: "Seconds after which a retry can succeed.",
    schema: { type: "integer", minimum: 1 }
  }
};
const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Identifies one logical request for 24 hours: the same key with the same body gets the same answer, and no second text is sent. Required for a text.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{16,128}$" }
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "Kept for the answer and the log when it is 8 to 64 letters, digits, - and _.",
    schema: { type: "string" }
  }
};
const purchase = {
  name: "Financing-Purchase",
  in: "header",
  description: "A purchase token, signed by the back end of the integrator: it verifies the amount.",
  schema: { type: "string", pattern: "^v1\\.[\\w-]+\\.[\\w-]{43}$" }
};
const pathLocation = {
  name: "location",
  in: "path",
  required: true,
  description: "The location as it was given when it was added.",
  schema: { type: "string", minLength: 1, maxLength: 256 }
};
function parametersOf(operation2) {
  const row2 = operations[operation2];
  return [
    ..."query" in row2 ? createQueryParameters(row2.query) : [],
    ...row2.path.endsWith("{location}") ? [pathLocation] : [],
    ..."sms" in row2 ? [componentRef("parameters", "IdempotencyKey")] : [],
    ...operation2 === "createPayOverTimeLink" ? [purchase] : [],
    componentRef("parameters", "RequestId")
  ];
}
const codes = Object.keys(statuses);
const distinctStatuses = [...new Set(Object.values(statuses))];
const problemSchemas = {
  ProblemCode: {
    type: "string",
    description: "What went wrong, for programs. Later versions may have more of them.",
    enum: codes
  },
  Problem: {
    type: "object",
    description: "Problem details (RFC 9457). No text in it holds input of the request.",
    required: ["type", "title", "status", "detail", "code", "requestId"],
    properties: {
      type: { type: "string", const: "about:blank" },
      title: { type: "string" },
      status: { type: "integer", enum: distinctStatuses },
      detail: { type: "string", description: "A sentence for developers." },
      code: componentRef("schemas", "ProblemCode"),
      requestId: { type: "string", description: "Identifies the request in the log of the proxy." },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: {
            path: { type: "string", description: "As in [0].totalAmount; empty for the whole." },
            message: { type: "string" }
          }
        }
      },
      service: {
        type: "object",
        description: "The answer of the service, when it led to the problem.",
        required: ["status"],
        properties: {
          status: { type: "integer" },
          message: { type: "string", description: "Only a message that the contract lists." },
          states: {
            type: "array",
            description: "Postal codes of the states that the service does not support.",
            items: { type: "string", pattern: "^[A-Z]{2}$" }
          }
        }
      }
    }
  }
};
function problemResponsesOf(operation2) {
  return problemResponses(...distinctStatuses.filter((code) => canAnswer(operation2, code)));
}
function problemResponses(...wanted) {
  return Object.fromEntries(
    wanted.map((code) => [String(code), componentRef("responses", responseName(code))])
  );
}
function createProblemResponses(names, ...further) {
  const possible = distinctStatuses.filter(
    (code) => further.includes(code) || names.some((name) => canAnswer(name, code))
  );
  return Object.fromEntries(possible.map((code) => [responseName(code), problemResponse(code)]));
}
function canAnswer(operation2, code) {
  switch (code) {
    case 401:
      return isOnboarding(operation2);
    case 404:
      return declaredErrors(operation2).some((error) => error.status === code);
    case 405:
      return false;
    case 409:
      return "sms" in operations[operation2];
    case 413:
    case 415:
      return "request" in operations[operation2];
    default:
      return true;
  }
}
const challenge = { type: "string", enum: ["Bearer", "Signature"] };
function problemResponse(code) {
  return {
    description: titles[code],
    headers: {
      "X-Request-Id": componentRef("headers", "X-Request-Id"),
      ...[409, 429, 503].includes(code) && {
        "Retry-After": componentRef("headers", "Retry-After")
      },
      ...code === 401 && { "WWW-Authenticate": { schema: challenge } }
    },
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            componentRef("schemas", "Problem"),
            {
              type: "object",
              properties: {
                status: { type: "integer", const: code },
                code: { type: "string", enum: codesOf(code) }
              }
            }
          ]
        }
      }
    }
  };
}
function codesOf(code) {
  return codes.filter(
    (name) => statuses[name] === code || code === 422 && name === "location-not-found"
  );
}
function responseName(code) {
  return (titles[code] ?? "Problem").replaceAll(" ", "");
}
const linkTokenHeaders = {
  "Financing-Link-Token": {
    description: "The token with which `/link-status` tells the status of the link, for 24 hours. Only the first link of a reference has one.",
    schema: { type: "string", pattern: "^[\\w-]{43}$" }
  }
};
function linkTokenHeaderOf(operation2) {
  const isFollowed2 = "sms" in operations[operation2] && !isOnboarding(operation2);
  return isFollowed2 ? { "Financing-Link-Token": componentRef("headers", "Financing-Link-Token") } : {};
}
const linkToken = {
  type: "http",
  scheme: "bearer",
  description: "The value of `Financing-Link-Token` in the answer with the link."
};
const webhookSchemas = {
  WebhookEvent: {
    type: "object",
    description: "An event of the service. An option can replace the envelope.",
    required: ["eventType", "payload"],
    properties: {
      eventType: { type: "string", minLength: 1, description: "As in PREQUAL_COMPLETED." },
      payload: { type: "object" }
    }
  },
  LinkStatus: {
    type: "object",
    description: "The outcome of the link, or pending. Completed says nothing about a decision.",
    required: ["status"],
    properties: { status: { type: "string", enum: ["pending", "completed", "aborted"] } }
  }
};
const eventProblems = [400, 401, 413, 429, 502, 503];
const statusProblems = [401, 403, 429, 502, 503];
const webhookStatuses = [...eventProblems, ...statusProblems];
const requestId = { "X-Request-Id": componentRef("headers", "X-Request-Id") };
const webhookPaths = {
  "/webhooks": {
    post: {
      operationId: "receiveWebhook",
      summary: "Take an event of the service",
      description: "Answered when the integrator has handled the event. Deliver again after any answer but 2xx; the same bytes are handled once. The answer has the status of the integrator, if it returns one.",
      tags: ["service"],
      security: [],
      parameters: [
        {
          name: webhookSignatureHeader,
          in: "header",
          description: "`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body. Options can name another header, or replace the signature.",
          schema: { type: "string" }
        },
        componentRef("parameters", "RequestId")
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: componentRef("schemas", "WebhookEvent") } }
      },
      responses: {
        "2XX": { description: "The event was handled.", headers: requestId },
        ...problemResponses(...eventProblems),
        default: { description: "The answer of the integrator.", headers: requestId }
      }
    }
  },
  "/link-status": {
    get: {
      operationId: "getLinkStatus",
      summary: "Get the status of a link",
      tags: ["page"],
      security: [{ linkToken: [] }],
      parameters: [componentRef("parameters", "RequestId")],
      responses: {
        200: {
          description: "The status of the link.",
          headers: requestId,
          content: { "application/json": { schema: componentRef("schemas", "LinkStatus") } }
        },
        ...problemResponses(...statusProblems)
      }
    }
  }
};
function createOpenApiDocument({
  mount: mount2 = "/financing",
  onboarding = true,
  webhooks = true
} = {}) {
  const names = operationNames.filter((operation2) => onboarding || !isOnboarding(operation2));
  return {
    openapi: "3.1.0",
    info: {
      title: "Financing proxy",
      // The service has its version in every path: /purchase/api/v1/...
      version: "1",
      summary: "The contract of the Financing Service, without its credentials.",
      description: "Estimates and links for pages, onboarding for staff. Every error is a Problem. Any path may answer `not-found`, and `method-not-allowed` with `Allow`. Fields that are not listed are refused.",
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: mount2 || "/" }],
    tags: [
      { name: "page", description: "For pages of the integrator." },
      ...onboarding ? [{ name: "onboarding", description: "For staff and back ends." }] : [],
      ...webhooks ? [{ name: "service", description: "For the service." }] : [],
      { name: "proxy", description: "The proxy itself." }
    ],
    paths: { ...createPaths(names, webhooks), ...webhooks && webhookPaths, ...ownPaths },
    components: {
      schemas: { ...createSchemas(names), ...problemSchemas, ...webhooks && webhookSchemas },
      responses: createProblemResponses(names, ...webhooks ? webhookStatuses : []),
      parameters: sharedParameters,
      headers: { ...responseHeaders, ...webhooks && linkTokenHeaders },
      securitySchemes: { ...onboarding && { adminToken }, ...webhooks && { linkToken } }
    }
  };
}
const texts$1 = {
  estimatePayments: {
    summary: "Estimate payments",
    description: "One result for each item, in the order of the items. An item without a valid answer of the service is left out."
  },
  createPayOverTimeLink: {
    summary: "Create a pay-over-time link",
    description: "A checkout link for one transaction. `departmentId` is text here."
  },
  createPrequalLink: {
    summary: "Create a pre-qualification link",
    description: "A link on which a customer learns what they qualify for. Exactly one item."
  },
  addMerchantLocation: {
    summary: "Add a merchant location",
    description: "Registers a location once, and returns the URL of its onboarding form."
  },
  getMerchantStatus: {
    summary: "Get the status of a merchant location",
    description: "The onboarding status. There are more than CREATED and LOCATION_DETAILS_ADDED."
  }
};
function createPaths(names, webhooks) {
  return Object.fromEntries(
    names.map((operation2) => {
      const methods = methodsOf(operation2).map((method) => [
        method.toLowerCase(),
        createOperation(operation2, method, webhooks)
      ]);
      return [operations[operation2].path, Object.fromEntries(methods)];
    })
  );
}
function createOperation(operation2, method, webhooks) {
  const isContractMethod = method === operations[operation2].method;
  const hasBody = "request" in operations[operation2];
  return {
    // An operationId belongs to one method.
    operationId: isContractMethod ? operation2 : `${operation2}By${method}`,
    ...texts$1[operation2],
    tags: [isOnboarding(operation2) ? "onboarding" : "page"],
    security: isOnboarding(operation2) ? [{ adminToken: [] }] : [],
    parameters: parametersOf(operation2),
    ...hasBody && {
      requestBody: { required: true, content: json(schemaName(operation2, "Request")) }
    },
    responses: {
      200: {
        description: "The answer of the service.",
        headers: {
          "X-Request-Id": componentRef("headers", "X-Request-Id"),
          ...webhooks && linkTokenHeaderOf(operation2)
        },
        content: json(schemaName(operation2, "Response"))
      },
      ...problemResponsesOf(operation2)
    }
  };
}
function json(name) {
  return { "application/json": { schema: componentRef("schemas", name) } };
}
const ownPaths = {
  "/elements.js": reading("getElementsScript", "Get the script of the elements", {
    "text/javascript": { schema: { type: "string" } }
  }),
  "/elements.css": reading("getElementsStyleSheet", "Get the rules that reserve space", {
    "text/css": { schema: { type: "string" } }
  }),
  "/elements-messages.js": reading("getElementsMessages", "Get the warnings of the script", {
    "text/javascript": { schema: { type: "string" } }
  }),
  "/openapi.json": reading("getOpenApiDocument", "Get this document", {
    "application/json": { schema: { type: "object" } }
  }),
  "/health": reading("getHealth", "Check whether the proxy is up", statusContent("ok"), {
    503: {
      description: "The proxy is stopping: send elsewhere.",
      content: statusContent("stopping")
    }
  }),
  "/ready": reading("getReadiness", "Check whether to send requests", statusContent("ok"), {
    503: {
      description: "The proxy is stopping, or a store that is required is away: send elsewhere.",
      content: statusContent("stopping", "store-unavailable")
    }
  })
};
function statusContent(...statuses2) {
  const [first, ...others] = statuses2;
  const values = others.length > 0 ? { enum: statuses2 } : { const: first };
  const properties = { status: { type: "string", ...values } };
  return { "application/json": { schema: { type: "object", required: ["status"], properties } } };
}
function reading(operationId, summary, content, others = {}) {
  const headers = { "X-Request-Id": componentRef("headers", "X-Request-Id") };
  const responses = { 200: { description: "The content.", headers, content }, ...others };
  return { get: { operationId, summary, tags: ["proxy"], security: [], responses } };
}
const adminToken = {
  type: "http",
  scheme: "bearer",
  description: "The admin token of the proxy, or the credential that the `authorize` option of the integrator checks."
};
const operation$3 = "addMerchantLocation";
function addMerchantLocation$1({
  settings,
  service,
  sendOnce
}) {
  return {
    readBody: (request2) => readBody$1(request2, bodyLimits.other),
    readFields({ json: json2 }) {
      const fields = parseBody(operation$3, json2);
      checkState(fields);
      return fields;
    },
    async applyPolicy(fields, request2) {
      await checkAuthorization(settings, request2);
      const { phoneNumber: phoneNumber2 } = fields.representativeDetails;
      return chooseSms(settings, request2, operation$3, fields, phoneNumber2);
    },
    async send({ body, smsRecipient }, request2) {
      const created = await sendOnce({ request: request2, operation: operation$3, body, smsRecipient }, async () => {
        const record = await service.addMerchantLocation(body, {
          traceparent: traceparentOf(request2)
        });
        checkLinkUrl(operation$3, settings.linkHosts, record.url);
        return record;
      });
      return { json: JSON.stringify(created) };
    }
  };
}
async function createLink({ settings, sendOnce, linkStatus }, { referenceField, hasStatus, create, ...send2 }) {
  const { operation: operation2, reference, body } = send2;
  const created = await sendOnce(send2, async () => {
    const link = await create();
    checkLinkUrl(operation2, settings.linkHosts, link.url);
    if (!linkStatus || !hasStatus) return { body: link };
    const { location } = body;
    return linkStatus.follow({ field: referenceField, reference, location }, link);
  });
  const headers = await (linkStatus == null ? void 0 : linkStatus.tokenHeader(created));
  return { json: JSON.stringify(created.body), headers };
}
const operation$2 = "createPayOverTimeLink";
function createPayOverTimeLink$1(parts2) {
  const { settings, service } = parts2;
  return {
    readBody: (request2) => readBody$1(request2, bodyLimits.other),
    readFields({ request: request2, json: json2 }) {
      const fields = parseBody(operation$2, withOnlyLocation(settings, json2));
      checkRedirect(settings, request2, fields.redirectUrl);
      return fields;
    },
    async applyPolicy(fields, request2) {
      chooseLocation(settings, fields.location);
      const chosen = chooseSms(settings, request2, operation$2, fields, fields.phoneNumber);
      const isVerified = await checkPurchase(settings, request2, chosen.body);
      await checkHuman(settings, request2, chosen.body);
      return { ...chosen, isVerified };
    },
    send: ({ body, smsRecipient, isVerified }, request2) => createLink(parts2, {
      ...{ request: request2, operation: operation$2, body, smsRecipient },
      referenceField: "transactionId",
      reference: body.transactionId,
      hasStatus: isVerified || !settings.verifiedStatusOnly,
      create: () => service.createPayOverTimeLink(body, { traceparent: traceparentOf(request2) })
    })
  };
}
const operation$1 = "createPrequalLink";
function createPrequalLink$1(parts2) {
  const { settings, service } = parts2;
  return {
    readBody: (request2) => readBody$1(request2, bodyLimits.other),
    readFields({ json: json2 }) {
      const items = Array.isArray(json2) ? json2.map((item) => withOnlyLocation(settings, item)) : json2;
      const [fields] = parseBody(operation$1, items);
      return fields;
    },
    async applyPolicy(fields, request2) {
      chooseLocation(settings, fields.location);
      const chosen = chooseSms(settings, request2, operation$1, fields, fields.customerPhoneNumber);
      await checkHuman(settings, request2, chosen.body);
      return chosen;
    },
    send: ({ body, smsRecipient }, request2) => createLink(parts2, {
      ...{ request: request2, operation: operation$1, body, smsRecipient },
      referenceField: "referral",
      reference: body.referral,
      hasStatus: !settings.verifiedStatusOnly,
      // a referral is never verified
      create: () => service.createPrequalLink(body, { traceparent: traceparentOf(request2) })
    })
  };
}
function callOptionsOf(request2) {
  return {
    get signal() {
      return request2.signal;
    },
    get traceparent() {
      return traceparentOf(request2);
    }
  };
}
function estimatePayments$1({
  settings,
  estimates
}) {
  const queries = new LRUCache({
    max: 500,
    memoMethod: (search) => parseEstimateQuery(new URLSearchParams(search))
  });
  const answers2 = new LRUCache({
    maxSize: 8e6,
    sizeCalculation: ({ json: json2 }, key) => json2.length + key.length
  });
  return {
    readBody: (request2) => readWholeBody(request2, bodyLimits.estimation),
    findAnswer(request2, text2) {
      var _a2;
      const cached = answers2.get(cacheKeyOf(request2, text2));
      if (!cached || cached.expiresAt <= performance.now()) return void 0;
      (_a2 = settings.observer) == null ? void 0 : _a2.call(settings, { type: "estimates", source: "memory", count: cached.count });
      return cached;
    },
    readFields({ request: request2, text: text2, json: json2 }) {
      const items = parseBody("estimatePayments", json2);
      const query2 = queries.memo(searchOf(request2));
      return { items, query: query2, cacheKey: cacheKeyOf(request2, text2) };
    },
    applyPolicy({ query: query2, ...estimation }) {
      const location = chooseLocation(settings, query2.location);
      return { ...estimation, query: location === void 0 ? query2 : { ...query2, location } };
    },
    async send({ items, query: query2, cacheKey }, request2) {
      const expiresAt = estimates.expiresAt(items, query2);
      const json2 = JSON.stringify(
        await estimates.estimatePayments(items, query2, callOptionsOf(request2))
      );
      if (expiresAt !== void 0) {
        answers2.set(cacheKey, { json: json2, expiresAt, count: items.length });
      }
      return { json: json2 };
    }
  };
}
function cacheKeyOf(request2, text2) {
  return `${searchOf(request2)}
${text2}`;
}
function searchOf({ url: url2 }) {
  const start = url2.indexOf("?");
  return start < 0 ? "" : url2.slice(start);
}
const operation = "getMerchantStatus";
function getMerchantStatus$1({
  settings,
  service
}) {
  return {
    readFields: ({ pathLocation: pathLocation2 = "" }) => parsePathLocation(pathLocation2),
    async applyPolicy(location, request2) {
      await checkAuthorization(settings, request2);
      return location;
    },
    async send(location, request2) {
      const status = await service.getMerchantStatus(location, callOptionsOf(request2));
      checkLinkUrl(operation, settings.linkHosts, status.url);
      return { json: JSON.stringify(status) };
    }
  };
}
function createOperationHandlers(behindGates, parts2) {
  return {
    estimatePayments: behindGates(estimatePayments$1(parts2)),
    createPayOverTimeLink: behindGates(createPayOverTimeLink$1(parts2)),
    createPrequalLink: behindGates(createPrequalLink$1(parts2)),
    addMerchantLocation: behindGates(addMerchantLocation$1(parts2)),
    getMerchantStatus: behindGates(getMerchantStatus$1(parts2))
  };
}
const failuresToOpen = 8;
const trialInterval = 5e3;
function createCircuitBreaker(now, onChange = () => void 0) {
  let failures = 0;
  let nextTrial = 0;
  const isOpen = () => failures >= failuresToOpen;
  return {
    remainingMs: () => isOpen() ? Math.max(0, nextTrial - now()) : 0,
    enter() {
      if (isOpen()) nextTrial = now() + trialInterval;
    },
    succeed() {
      if (isOpen()) onChange("closed");
      failures = 0;
    },
    fail() {
      failures += 1;
      if (failures !== failuresToOpen) return;
      nextTrial = now() + trialInterval;
      onChange("open");
    }
  };
}
const maxLocations = 1e3;
const locationOf = {
  estimatePayments: (_items, query2) => (query2 == null ? void 0 : query2.location) ?? "",
  createPayOverTimeLink: ({ location }) => location,
  createPrequalLink: ({ location }) => location,
  addMerchantLocation: ({ location }) => location,
  getMerchantStatus: (location) => location
};
function guardService(service, { maxInFlight = 64, observer: observer2, now = () => performance.now() } = {}) {
  const inFlight = { reads: 0, writes: 0 };
  const mostOfKind = Math.ceil(maxInFlight * 0.75);
  function isFull(kind) {
    return inFlight[kind] >= mostOfKind || inFlight.reads + inFlight.writes >= maxInFlight;
  }
  function guard(operation2) {
    const kind = operations[operation2].retryable ? "reads" : "writes";
    const createCircuit = (scope) => createCircuitBreaker(
      now,
      (state) => observer2 == null ? void 0 : observer2({ type: "circuit", operation: operation2, scope, state })
    );
    const circuit = createCircuit("operation");
    const circuitsByLocation = new LRUCache({ max: maxLocations });
    const call = service[operation2];
    const readLocation = locationOf[operation2];
    function record(location, health) {
      var _a2;
      if (health === "unknown") return;
      if (health === "silent") return circuit.fail();
      circuit.succeed();
      if (health === "answered") {
        (_a2 = circuitsByLocation.get(location)) == null ? void 0 : _a2.succeed();
        return void circuitsByLocation.delete(location);
      }
      const ofLocation = circuitsByLocation.get(location) ?? createCircuit("location");
      circuitsByLocation.set(location, ofLocation);
      ofLocation.fail();
    }
    async function guarded2(...args) {
      const location = readLocation(...args);
      if (isFull(kind)) {
        observer2 == null ? void 0 : observer2({ type: "service-call-refused", operation: operation2, reason: "overloaded" });
        throw refusal("overloaded", 1e3);
      }
      const ofLocation = circuitsByLocation.get(location);
      const remainingMs = Math.max(circuit.remainingMs(), (ofLocation == null ? void 0 : ofLocation.remainingMs()) ?? 0);
      if (remainingMs > 0) {
        observer2 == null ? void 0 : observer2({ type: "service-call-refused", operation: operation2, reason: "circuit-open" });
        throw refusal("service-busy", remainingMs);
      }
      circuit.enter();
      ofLocation == null ? void 0 : ofLocation.enter();
      inFlight[kind] += 1;
      try {
        const result = await call(...args);
        record(location, "answered");
        return result;
      } catch (error) {
        record(location, healthAfter(error));
        throw error;
      } finally {
        inFlight[kind] -= 1;
      }
    }
    return guarded2;
  }
  const guarded = operationNames.map((operation2) => [operation2, guard(operation2)]);
  return Object.fromEntries(guarded);
}
function healthAfter(error) {
  if (error instanceof ServiceResponseError) return error.status < 500 ? "answered" : "failed";
  if (error instanceof InvalidServiceResponseError) return "failed";
  return error instanceof FinancingServiceError ? "silent" : "unknown";
}
function refusal(code, remainingMs) {
  return new ProblemError(code, "The service is busy.", {
    retryAfterSeconds: Math.ceil(remainingMs / 1e3)
  });
}
const day$2 = 24 * 60 * 6e4;
const lease = 5 * 6e4;
function createEventDeduplicator(store2, secret2) {
  const hashes = createKeyedHashes(secret2);
  return async ({ bytes, time: time2 }, handle) => {
    const prefix = `webhook:${time2 === void 0 ? "" : `${time2}:`}`;
    const keys = (await hashes(bytes)).map((hash) => prefix + hash);
    const isFirst = await claimRecord(store2, keys, "running", lease).catch(throwUnavailable);
    if (!isFirst) {
      if (await getRecord(store2, keys).catch(throwUnavailable) === "handled") return;
      throw stillHandling();
    }
    let isHandled = false;
    try {
      isHandled = await handle();
    } finally {
      const end = isHandled ? setRecord(store2, keys, "handled", day$2) : deleteRecord(store2, keys);
      await end.catch(() => void 0);
    }
  };
}
function stillHandling() {
  const detail = "This event is still being handled.";
  return new ProblemError("service-busy", detail, { retryAfterSeconds: 10 });
}
function throwUnavailable(cause) {
  throw storeUnavailable(cause, "The store is unavailable; the event was not handled.");
}
function parseEnvelope(bytes) {
  const value = tryParseJsonBytes(bytes);
  return isEvent(value) ? value : void 0;
}
function isEvent(value) {
  if (!isObject(value)) return false;
  const { eventType, payload } = value;
  return typeof eventType === "string" && eventType !== "" && isObject(payload);
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
const tolerance = 300;
const mostCandidates = 10;
const mostParts = 64;
function createSignatureCheck({
  secrets: secrets2,
  header,
  now = Date.now
}) {
  const macs = secrets2.map(createMac);
  return async ({ headers }, bytes) => {
    const signature = readSignature(headers.get(header) ?? "");
    if (!signature || Math.abs(now() / 1e3 - Number(signature.t)) > tolerance) return false;
    const signed = await signedBytes(signature.t, bytes);
    const expected = await Promise.all(macs.map(({ sign }) => sign(signed)));
    return expected.some(
      (mac) => signature.candidates.some((candidate) => equalBytes(candidate, mac))
    );
  };
}
function readSignature(text2) {
  var _a2;
  const parts2 = text2.split(",", mostParts).map((part) => part.trim());
  const t = (_a2 = parts2.find((part) => /^t=\d{1,12}$/.test(part))) == null ? void 0 : _a2.slice("t=".length);
  const candidates = parts2.filter((part) => /^v1=[\da-f]{64}$/i.test(part)).slice(0, mostCandidates).map((part) => fromHex(part.slice("v1=".length)));
  return t === void 0 ? void 0 : { t, candidates };
}
async function signedBytes(t, bytes) {
  return new Uint8Array(await new Blob([`${t}.`, bytes]).arrayBuffer());
}
function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  return bytes.map((_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}
function signatureTimeOf({ headers }, header) {
  var _a2;
  return (_a2 = readSignature(headers.get(header) ?? "")) == null ? void 0 : _a2.t;
}
function chooseHandlers(settings) {
  const { secrets: secrets2, header, parse: parse2 = parseEnvelope, onEvent = () => void 0 } = settings;
  const verify = settings.verify ?? (secrets2 && createSignatureCheck({ secrets: secrets2, header }));
  const signatureTime = (request2) => settings.verify ? void 0 : signatureTimeOf(request2, header);
  return verify && { verify, signatureTime, parse: parse2, onEvent, onUnknown: settings.onUnknown ?? onEvent };
}
const handlerTimeout = 1e4;
function createWebhookReceiver({ verify, signatureTime, parse: parse2, onEvent, onUnknown }, { deduplicate, linkStatus, checkRate, logger, observer: observer2 }) {
  const isDue = createMinuteThrottle();
  async function readVerified(request2, address) {
    await checkRate.checkRefused(address);
    try {
      const bytes = await readBody$1(request2, bodyLimits.other);
      await checkSignature(request2, bytes);
      await checkRate.exempt(address);
      return bytes;
    } catch (error) {
      await checkRate(address);
      throw error;
    }
  }
  async function checkSignature(request2, bytes) {
    try {
      if (await callHook(request2, () => verify(request2, bytes)) === true) return;
    } catch (error) {
      if (isTimeout(error)) throw error;
    }
    if (isDue("unverified")) logger.warn({ event: "webhook-unverified" });
    throw unauthorized();
  }
  async function readEvent(request2, bytes) {
    let cause;
    try {
      const value = await callHook(request2, () => parse2(bytes, request2));
      if (isEvent(value)) return value;
    } catch (error) {
      if (isTimeout(error)) throw error;
      cause = error;
    }
    throw new ProblemError("invalid-request", "The body is not an event.", { cause });
  }
  async function handle(event, delivery) {
    var _a2;
    const reported = outcomeOf(event);
    if (reported) await linkStatus.record(reported);
    const handler = isKnownEventKind(event.eventType) ? onEvent : onUnknown;
    const returned = await handler(event, delivery);
    if (!(returned instanceof Response)) return 200;
    (_a2 = returned.body) == null ? void 0 : _a2.cancel().catch(() => void 0);
    const isAnswer = returned.ok || returned.status >= 400;
    return isAnswer ? returned.status : 502;
  }
  async function receive(request2, { address, ids }, report2) {
    const bytes = await readVerified(request2, address);
    const event = await readEvent(request2, bytes);
    report2.kind = isKnownEventKind(event.eventType) ? event.eventType : "other";
    report2.outcome = "repeated";
    const logFailure = (details2) => {
      if (isDue("failure")) logger.error({ event: "webhook-failure", ...ids, ...details2 });
    };
    let status = 200;
    async function handleLogged(signal) {
      report2.outcome = "failed";
      try {
        status = await handle(event, { bytes, request: request2, signal });
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        logFailure(describeError(error));
        throw new ProblemError("service-error", "The event could not be handled.");
      }
      if (status < 300) {
        report2.outcome = "handled";
        return true;
      }
      logFailure({ status });
      return false;
    }
    try {
      await withDeadline(
        handlerTimeout,
        void 0,
        (signal) => deduplicate({ bytes, time: signatureTime(request2) }, () => handleLogged(signal))
      );
    } catch (error) {
      if (!isTimeout(error)) throw error;
      logFailure({ reason: "timeout" });
      throw stillHandling();
    }
    return status;
  }
  return async (request2, caller) => {
    const report2 = { kind: "unread", outcome: "refused" };
    try {
      return new Response(null, { status: await receive(request2, caller, report2) });
    } catch (error) {
      if (report2.outcome === "repeated") report2.outcome = "failed";
      throw error;
    } finally {
      observer2 == null ? void 0 : observer2({ type: "webhook", ...report2 });
    }
  };
}
function unauthorized() {
  const headers = { "www-authenticate": "Signature" };
  return new ProblemError("unauthorized", "This needs a valid signature.", { headers });
}
const watchConstruction = createConstructionWatch();
const operationHeaders = [
  ...Object.entries(securityHeaders),
  ["content-type", "application/json"]
];
function createFinancingProxy(options) {
  const settings = readProxyOptions(options);
  const { allowedOrigins, cacheTtl, logger, logRequests, mount: mount2, observer: observer2 } = settings;
  const store2 = observer2 ? observeStore(settings.store, observer2) : settings.store;
  if (!options.store) watchConstruction(logger);
  const { baseUrl: baseUrl2, svcKey, svcSecret, timeout: timeout2, linkTimeout, allowHttp, fetch: fetch2 } = settings;
  const client2 = createFinancingService({
    ...{ baseUrl: baseUrl2, svcKey, svcSecret, timeout: timeout2, linkTimeout, allowHttp, fetch: fetch2 }
  });
  const service = guardService(observer2 ? observeService(client2, observer2) : client2, { observer: observer2 });
  const logFailure = createFailureLog(logger);
  const onStoreUnavailable = (cause) => logFailure(storeUnavailable(cause));
  const secret2 = settings.storeSecret ?? [svcKey];
  const [cacheSecret = svcKey] = secret2;
  const addressOf = createClientAddress({
    trustedHops: settings.trustedHops,
    clientAddress: settings.clientAddress,
    onWarning: (event) => logger.warn({ event })
  });
  const checkRate = createRateGate(countersOfShop(store2, cacheSecret), {
    rateLimit: settings.rateLimit,
    secret: cacheSecret,
    onStoreUnavailable
  });
  const isStoreAvailable = createStoreProbe(store2, onStoreUnavailable);
  const webhookHandlers = chooseHandlers(settings.webhooks);
  const linkStatus = webhookHandlers && createLinkStatus(store2, { secret: secret2 });
  const receiveWebhook = webhookHandlers && linkStatus && createWebhookReceiver(webhookHandlers, {
    deduplicate: createEventDeduplicator(store2, secret2),
    linkStatus,
    checkRate,
    logger,
    observer: observer2
  });
  const sharedCache = createSharedEstimateCache(store2.cache, {
    secret: cacheSecret,
    baseUrl: baseUrl2,
    ttl: cacheTtl
  });
  const sendOnce = createSendOnce(
    createIdempotency(store2, { secret: secret2, deadline: linkTimeout }),
    createSmsLimits(store2, { ...settings, secret: secret2 })
  );
  const handlers = createOperationHandlers(createGates({ allowedOrigins, checkRate, addressOf }), {
    settings,
    service,
    estimates: createEstimates(service, { ttl: cacheTtl, sharedCache, observer: observer2 }),
    sendOnce: observer2 ? observeTexts(sendOnce, observer2) : sendOnce,
    linkStatus
  });
  const open = { onboarding: hasOnboarding(settings), webhooks: webhookHandlers !== void 0 };
  let isDraining = false;
  let document2;
  async function handleOperation(request2, { operation: operation2, pathLocation: pathLocation2 }, requestId2) {
    var _a2;
    const answer2 = await handlers[operation2](request2, pathLocation2);
    const headers = [
      ...operationHeaders,
      ["x-request-id", requestId2],
      ...Object.entries(answer2.headers ?? {})
    ];
    const { json: json2 } = answer2;
    return ((_a2 = hostOf$1(request2)) == null ? void 0 : _a2.createResponse(json2, headers)) ?? new Response(json2, { headers });
  }
  async function handleAuxiliaryRoute(request2, route, ids) {
    if (receiveWebhook && route.pattern === "/webhooks") {
      return receiveWebhook(request2, { address: addressOf(request2), ids });
    }
    if (linkStatus && route.pattern === "/link-status") {
      checkOrigin(request2, allowedOrigins);
      await checkRate(addressOf(request2));
      return Response.json({ status: await linkStatus.read(bearerTokenOf(request2)) });
    }
    if ("file" in route) return serveElementsFile(request2, route.file, route.hash);
    if (route.pattern === "/openapi.json") return serveDocument();
    if (isDraining) return Response.json({ status: "stopping" }, { status: 503 });
    if (route.pattern === "/ready" && settings.readyStore === "required") {
      if (!await isStoreAvailable()) {
        return Response.json({ status: "store-unavailable" }, { status: 503 });
      }
    }
    return Response.json({ status: "ok" });
  }
  function serveDocument() {
    document2 ?? (document2 = createOpenApiDocument({ mount: mount2, ...open }));
    return Response.json(document2, { headers: { "cache-control": "no-cache" } });
  }
  return {
    async fetch(request2) {
      const start = performance.now();
      const requestId2 = chooseRequestId(request2.headers.get("x-request-id"));
      const trace = parseTraceparent(request2.headers.get("traceparent"));
      const ids = { requestId: requestId2, ...trace && { traceId: trace.traceId } };
      const entry = { event: "request", ...ids, method: request2.method };
      let forPages = true;
      let response;
      let code;
      try {
        const path = pathBelow(mount2, request2);
        forPages = !isForServers(path, open);
        if (forPages && isPreflight(request2)) {
          const preflight = answerPreflight(request2, methodsAt(path, open), allowedOrigins);
          response = finish(preflight, requestId2);
        } else {
          const route = matchRoute(request2.method, path, open);
          entry.route = route.pattern;
          response = "operation" in route ? await handleOperation(request2, route, requestId2) : finish(await handleAuxiliaryRoute(request2, route, ids), requestId2);
        }
      } catch (error) {
        const problem = toProblem$1(error);
        code = entry.code = problem.code;
        if (!request2.signal.aborted) logFailure(problem, ids);
        response = finish(toProblemResponse(problem, requestId2), requestId2);
      }
      entry.status = response.status;
      const durationMs = performance.now() - start;
      entry.durationMs = Math.round(durationMs);
      logger[logRequests ? "info" : "debug"](entry);
      if (observer2) {
        const { route = "none", status } = { ...entry, status: response.status };
        observer2({ type: "request", route, status, code, durationMs });
        if (code === "sms-not-allowed")
          observer2({ type: "text", outcome: "refused", reason: code });
      }
      if (forPages) allowReading(response, request2, allowedOrigins);
      return response;
    },
    drain() {
      isDraining = true;
    }
  };
}
function chooseRequestId(given) {
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
function finish(response, requestId2) {
  for (const [header, value] of Object.entries(securityHeaders)) {
    if (!response.headers.has(header)) response.headers.set(header, value);
  }
  response.headers.set("x-request-id", requestId2);
  return response;
}
const count = z.int().min(1).default(1);
const delayMs = z.int().min(0).max(6e5).optional();
const OperationFaultSchema = z.strictObject({
  operation: z.enum(operationNames),
  /** A 2xx without a `body` leaves the answer unchanged, so that it can be delayed. */
  status: z.int().min(200).max(599),
  /** Message of the error body. Default: the one that the operation declares for this status. */
  message: z.string().optional(),
  /** Replaces the body of the answer: a string is sent unchanged, other values as JSON. */
  body: z.json().optional(),
  /** Milliseconds by which the answer is delayed. An unchanged answer takes effect before the delay. */
  delayMs,
  count
}).refine(
  ({ message, body, status }) => message === void 0 || body === void 0 && status >= 300,
  {
    path: ["message"],
    error: "A message needs an error status, and no body beside it"
  }
);
const WebhookFaultSchema = z.strictObject({
  operation: z.literal("webhook"),
  /**
   * `early`: delivered before the answer or page that caused it. `late`: `delayMs` after it. `twice`: the same bytes
   * again. `never`: not sent. `forged`: signed with another secret. `stale`: signed ten minutes ago.
   */
  mode: z.enum(["early", "late", "twice", "never", "forged", "stale"]),
  /** Milliseconds of the delay of `late`. Default: 5,000. */
  delayMs,
  count
}).refine(({ mode, delayMs: delayMs2 }) => delayMs2 === void 0 || mode === "late", {
  path: ["delayMs"],
  error: "Only a late webhook has a delay"
});
const FaultSchema = z.discriminatedUnion("operation", [
  OperationFaultSchema,
  WebhookFaultSchema
]);
function takeFault(faults, operation2) {
  const fault = faults.find((armed) => armed.operation === operation2);
  if (fault && --fault.count === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}
function faultResponse(fault) {
  const { operation: operation2, status, body } = fault;
  if (body === void 0 && status < 300) return void 0;
  if ([204, 205, 304].includes(status)) return new Response(null, { status });
  if (typeof body === "string") return new Response(body, { status });
  const declared = declaredErrors(operation2).find((error) => error.status === status);
  const message = fault.message ?? (declared == null ? void 0 : declared.message) ?? "Armed in the sandbox";
  return Response.json(body === void 0 ? { message } : body, { status });
}
const failingLocation = "server-error";
const text = z.string().regex(/\S/, "Blank");
const MerchantSeedSchema = z.strictObject({
  // The identifiers that `addMerchantLocation` accepts.
  location: z.string().regex(/^(?!\.{1,2}$|server-error$)\s*\S/, "Not an identifier"),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  /** Postal code or name of the state, as written at onboarding. */
  state: z.string().optional(),
  /** Present once the service has set the merchant up as a retailer. */
  retailerId: text.optional(),
  /** State of the online application that a pre-qualification link opens. */
  application: z.enum(["enabled", "disabled", "missing"]).default("enabled"),
  status: text.transform((status) => status).default("LOCATION_DETAILS_ADDED")
});
const AllianceSeedSchema = z.strictObject({
  credentials: z.strictObject({ "svc-key": text, "svc-secret": text }).default({ "svc-key": "sandbox-key", "svc-secret": "sandbox-secret" }),
  /** With several verticals, estimation needs a location. */
  verticals: z.array(VerticalSchema),
  merchants: z.array(MerchantSeedSchema).refine(areDistinct, "Two have the same location")
});
const SeedsSchema = z.array(AllianceSeedSchema).min(1);
function areDistinct(merchants2) {
  return new Set(merchants2.map(({ location }) => location)).size === merchants2.length;
}
const settled = { application: "enabled", status: "LOCATION_DETAILS_ADDED" };
const merchants = [
  {
    ...settled,
    location: "main-street",
    businessName: "Main Street Outfitters",
    vertical: "General_Retail",
    state: "TX",
    retailerId: "retailer-main-street"
  },
  // Dental in CA: its business details are not pre-filled.
  {
    ...settled,
    location: "smile-dental",
    businessName: "Smile Dental",
    vertical: "Dental",
    state: "CA",
    retailerId: "retailer-smile-dental"
  },
  // Requires a down payment.
  {
    ...settled,
    location: "sunset-motors",
    businessName: "Sunset Motors",
    vertical: "Car_Dealerships",
    state: "AZ",
    retailerId: "retailer-sunset-motors"
  },
  // Pre-qualification: online application disabled. (It is missing for every location that was just onboarded.)
  {
    ...settled,
    location: "paused-spa",
    businessName: "Paused Spa",
    vertical: "Med_Spa",
    state: "FL",
    retailerId: "retailer-paused-spa",
    application: "disabled"
  },
  // Status read: operates in an unsupported state.
  {
    ...settled,
    location: "island-gallery",
    businessName: "Island Gallery",
    vertical: "General_Retail",
    state: "PR"
  }
];
const alliances = [
  // One vertical: the location is optional on estimation.
  {
    credentials: { "svc-key": "sandbox-key", "svc-secret": "sandbox-secret" },
    verticals: ["General_Retail"],
    merchants
  },
  // Several verticals: the location is required on estimation.
  {
    credentials: { "svc-key": "sandbox-multi-key", "svc-secret": "sandbox-multi-secret" },
    verticals: ["General_Retail", "Dental", "Car_Dealerships"],
    merchants
  },
  // Estimation: alliance vertical not found. It has no vertical and no merchant yet.
  {
    credentials: { "svc-key": "sandbox-new-key", "svc-secret": "sandbox-new-secret" },
    verticals: [],
    merchants: []
  }
];
function createToken(bytes = 16) {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function createState(seeds, createdAt) {
  const state = {
    alliances: [],
    links: /* @__PURE__ */ new Map(),
    outbox: [],
    webhooks: [],
    faults: [],
    advancedBy: 0,
    isDiscarded: false
  };
  for (const { merchants: merchants2, ...seed } of seeds) {
    const alliance = { ...seed, merchants: /* @__PURE__ */ new Map() };
    for (const merchant of merchants2) addMerchant(state, alliance, merchant, createdAt);
    state.alliances.push(alliance);
  }
  return state;
}
function addMerchant(state, alliance, seed, createdAt) {
  const merchant = { ...seed, createdAt, token: createToken() };
  alliance.merchants.set(merchant.location, merchant);
  state.links.set(merchant.token, { page: "onboarding", merchant });
  return merchant;
}
class Refusal extends Error {
  constructor(declared, { message = declared.message, reason = declared.condition } = {}) {
    super(message);
    __publicField(this, "name", "Refusal");
    __publicField(this, "status");
    /** The cause in words, for the developer. Default: the declared condition. */
    __publicField(this, "reason");
    this.status = declared.status;
    this.reason = reason;
  }
  // Not shown: the shape of an error body. We send `{"message": …}`.
  /**
   * The answer to the caller. Several conditions share a status and message in the service document; the header
   * `sandbox-reason` distinguishes them for developers.
   */
  toResponse() {
    const reason = this.reason.replace(/[^ -~]/g, "?").slice(0, 500);
    return Response.json(
      { message: this.message },
      { status: this.status, headers: { "sandbox-reason": reason } }
    );
  }
}
function findAlliance({ request: request2, state }, operation2, refused) {
  const alliance = state.alliances.find(
    ({ credentials }) => operations[operation2].credentials.every(
      (header) => request2.headers.get(header) === credentials[header]
    )
  );
  if (!alliance) throw new Refusal(refused);
  return alliance;
}
async function readBody({ request: request2 }, schema, malformed) {
  let json2;
  try {
    json2 = await request2.json();
  } catch {
    throw new Refusal(malformed, { reason: "The body is not JSON" });
  }
  return check(json2, schema, malformed);
}
function check(value, schema, malformed) {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal(malformed, { reason: describeIssues(parsed.error) });
  return parsed.data;
}
function describeIssues({ issues }) {
  return issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": ")).join("; ");
}
function findMerchant(alliance, id, errors2) {
  refuseFailingLocation(id, errors2.serverError);
  const merchant = alliance.merchants.get(id);
  if (!merchant) throw new Refusal(errors2.locationNotFound);
  return merchant;
}
function refuseFailingLocation(id, serverError) {
  if (id === failingLocation) throw new Refusal(serverError);
}
const { errors, query, request } = operations.estimatePayments;
async function estimatePayments(call) {
  const alliance = findAlliance(call, "estimatePayments", errors.badCredentials);
  const { location } = check(Object.fromEntries(call.url.searchParams), query, errors.serverError);
  const items = await readBody(call, request, errors.serverError);
  const vertical = findVertical(alliance, location);
  return items.map((item) => estimate(item, vertical));
}
function findVertical(alliance, location) {
  const [vertical, ...furtherVerticals] = alliance.verticals;
  if (!vertical) throw new Refusal(errors.verticalNotFound);
  if (location) return findMerchant(alliance, location, errors).vertical;
  if (furtherVerticals.length > 0) throw new Refusal(errors.locationRequired);
  return vertical;
}
const financeable = { from: 60, to: 2e4 };
const interestFree = { apr: 0, downPaymentPercent: 0 };
const standard = { apr: 9.99, downPaymentPercent: 0 };
const high = { apr: 29.99, downPaymentPercent: 0 };
const highWithDownPayment = { apr: 29.99, downPaymentPercent: 10 };
const termsOf = {
  Car_Dealerships: highWithDownPayment,
  Car_Services: standard,
  Veterinary: standard,
  Motorsports_Parts_and_Services: highWithDownPayment,
  Dental: interestFree,
  Eyewear: interestFree,
  Home_Services: standard,
  Med_Spa: high,
  Bridal: standard,
  General_Retail: standard,
  Jewelry_and_Watches: high,
  Legal_Services: high,
  Medical_Office: interestFree,
  Hospital_Health_System: interestFree
};
function estimate({ id, totalAmount }, vertical) {
  if (totalAmount < financeable.from || totalAmount > financeable.to) {
    return { id, monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  }
  const { apr, downPaymentPercent } = termsOf[vertical];
  const total = Math.round(totalAmount * 100);
  const financed = Math.round(total / (1 + downPaymentPercent / 100));
  return {
    id,
    monthlyAmount: monthlyPayment(financed, apr, termInMonths(totalAmount)) / 100,
    amountFinanced: financed / 100,
    downPayment: (total - financed) / 100,
    apr,
    downPaymentPercent
  };
}
function termInMonths(totalAmount) {
  if (totalAmount < 200) return 3;
  if (totalAmount < 500) return 6;
  if (totalAmount < 1500) return 12;
  return 18;
}
function monthlyPayment(cents, apr, months) {
  const rate = apr / 1200;
  return Math.round(rate === 0 ? cents / months : cents * rate / (1 - (1 + rate) ** -months));
}
const invitations = {
  createPayOverTimeLink: "pay over time for your purchase",
  createPrequalLink: "see what you qualify for",
  addMerchantLocation: "finish setting up your location"
};
function sendSms({ state, now }, message) {
  const { operation: operation2, to, merchant, url: url2 } = message;
  const text2 = `${merchant.businessName ?? merchant.location}: ${invitations[operation2]} at ${url2}`;
  state.outbox.push({ to, text: text2, url: url2, operation: operation2, sentAt: new Date(now).toISOString() });
}
async function createPayOverTimeLink(call) {
  const { errors: errors2, request: request2, sms } = operations.createPayOverTimeLink;
  const alliance = findAlliance(call, "createPayOverTimeLink", errors2.allianceNotAllowed);
  const body = await readBody(call, request2, errors2.serverError);
  const merchant = findMerchant(alliance, body.location, errors2);
  const { sendSMS = sms.whenOmitted, representativeEmail } = body;
  const to = sms.phoneNumber(body);
  if (to === void 0 ? sendSMS : !isUsPhoneNumber(to)) {
    throw new Refusal(errors2.invalidPhoneNumber);
  }
  if (representativeEmail !== void 0 && !isEmailAddress(representativeEmail)) {
    throw new Refusal(errors2.invalidEmail);
  }
  const longToken = createToken();
  const url2 = call.pageUrl("checkout", longToken);
  call.state.links.set(longToken, { page: "checkout", merchant, request: body });
  if (sendSMS && to) sendSms(call, { operation: "createPayOverTimeLink", to, merchant, url: url2 });
  return {
    shortToken: createToken(4),
    longToken,
    ...merchant.retailerId && { retailerId: merchant.retailerId },
    url: url2
  };
}
async function createPrequalLink(call) {
  const { errors: errors2, request: request2, sms } = operations.createPrequalLink;
  const alliance = findAlliance(call, "createPrequalLink", errors2.badCredentials);
  const body = await readBody(call, request2, errors2.serverError);
  const [details2] = body;
  const merchant = findMerchant(alliance, details2.location, errors2);
  if (merchant.application === "missing") throw new Refusal(errors2.applicationMissing);
  if (merchant.application === "disabled") throw new Refusal(errors2.applicationDisabled);
  const token2 = createToken();
  const url2 = call.pageUrl("prequal", token2);
  call.state.links.set(token2, { page: "prequal", merchant, request: details2 });
  const { sendSMS = sms.whenOmitted } = details2;
  const to = sms.phoneNumber(body);
  if (sendSMS && to && isUsPhoneNumber(to)) {
    sendSms(call, { operation: "createPrequalLink", to, merchant, url: url2 });
  }
  return { url: url2 };
}
const families = { prequal: "PREQUAL", checkout: "TEXT_TO_PAY" };
const endings$1 = {
  completed: "COMPLETED",
  failed: "FAILED",
  aborted: "ABORTED"
};
function applicationEvent(link, outcome, purchaseId) {
  const reference = link.page === "prequal" ? { referral: link.request.referral } : { transactionId: link.request.transactionId, amount: link.request.amount };
  return {
    eventType: `${families[link.page]}_${endings$1[outcome]}`,
    payload: { ...reference, location: link.merchant.location, purchaseId }
  };
}
function merchantEvent({ location, status }, url2) {
  return {
    eventType: `MERCHANT_${status}`,
    payload: { location, url: url2, statusReason: "NONE" }
  };
}
const pauses = [1e3, 5e3, 25e3];
const timeout = 15e3;
function createWebhookSender(options, now) {
  return async (state, event) => {
    const delivery = { ...event, outcome: "pending", attempts: [] };
    state.webhooks.push(delivery);
    const fault = takeFault(state.faults, "webhook");
    if (!options || (fault == null ? void 0 : fault.mode) === "never") {
      delivery.outcome = "not-sent";
      return;
    }
    const isDiscarded = () => state.isDiscarded;
    const delivered = deliver(delivery, { ...options, fault, isDiscarded, now });
    if ((fault == null ? void 0 : fault.mode) === "early") await delivered;
  };
}
async function deliver(delivery, by) {
  const { fault, isDiscarded, now, pause: pause2 = idlePause } = by;
  if ((fault == null ? void 0 : fault.mode) === "late") await pause2(fault.delayMs ?? 5e3);
  for (const ms of [...pauses, 0]) {
    if (isDiscarded()) return;
    const time2 = now();
    if (await attempt(delivery, by, time2)) {
      if ((fault == null ? void 0 : fault.mode) === "twice") await attempt(delivery, by, time2);
      delivery.outcome = "delivered";
      return;
    }
    if (ms > 0) await pause2(ms);
  }
  delivery.outcome = "failed";
}
async function attempt({ eventType, payload, attempts }, { url: url2, secret: secret2, fault, fetch: fetch2 = globalThis.fetch }, time2) {
  var _a2;
  const at = new Date(time2).toISOString();
  try {
    const body = JSON.stringify({ eventType, payload });
    const signedAt = Math.floor(time2 / 1e3) - ((fault == null ? void 0 : fault.mode) === "stale" ? 600 : 0);
    const key = (fault == null ? void 0 : fault.mode) === "forged" ? `not ${secret2}` : secret2;
    const signature = await signWebhook(body, key, signedAt);
    const response = await fetch2(
      new Request(url2, {
        method: "POST",
        headers: { "content-type": "application/json", "svc-signature": signature },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(timeout)
      })
    );
    attempts.push({ at, status: response.status });
    await ((_a2 = response.body) == null ? void 0 : _a2.cancel());
    return response.ok;
  } catch (error) {
    attempts.push({ at, error: error instanceof Error ? error.message : "unknown" });
    return false;
  }
}
function idlePause(ms) {
  return new Promise((resolve) => {
    var _a2, _b;
    const timer2 = setTimeout(resolve, ms);
    (_b = (_a2 = Object(timer2)).unref) == null ? void 0 : _b.call(_a2);
  });
}
const day$1 = 24 * 60 * 60 * 1e3;
const lifetimeInDays = 30;
const RequestOfAnyVerticalSchema = operations.addMerchantLocation.request.extend({
  // Not shown: which identifiers are valid. We refuse only blanks and the dot segments, which no path can name.
  location: z.string().regex(/^(?!\.{1,2}$)\s*\S/),
  vertical: z.string()
});
async function addMerchantLocation(call) {
  var _a2;
  const { errors: errors2, sms } = operations.addMerchantLocation;
  const alliance = findAlliance(call, "addMerchantLocation", errors2.unauthorized);
  const input = await readBody(call, RequestOfAnyVerticalSchema, errors2.badRequest);
  refuseFailingLocation(input.location, errors2.serverError);
  const vertical = check(input.vertical, VerticalSchema, errors2.verticalNotSupported);
  const body = { ...input, vertical };
  const state = (_a2 = body.businessAddress) == null ? void 0 : _a2.state;
  if (state !== void 0 && !isSupportedState(vertical, state)) throw stateRefusal(vertical);
  const { sendSMS = sms.whenOmitted, businessName, location } = body;
  const to = sms.phoneNumber(body);
  if (sendSMS && !(to && isUsPhoneNumber(to))) {
    throw new Refusal(errors2.badRequest, { reason: "sendSMS needs a valid US phoneNumber" });
  }
  if (alliance.merchants.has(location)) throw new Refusal(errors2.locationExists);
  const merchant = addMerchant(
    call.state,
    alliance,
    // Activation adds the retailer id and the online application.
    {
      location,
      businessName,
      vertical,
      state,
      application: "missing",
      status: "CREATED",
      details: body
    },
    call.now
  );
  const record = recordOf(merchant, call);
  if (sendSMS && to) {
    sendSms(call, { operation: "addMerchantLocation", to, merchant, url: record.url });
  }
  await call.sendEvent(merchantEvent(merchant, record.url));
  return record;
}
async function getMerchantStatus(call) {
  const { errors: errors2 } = operations.getMerchantStatus;
  const alliance = findAlliance(call, "getMerchantStatus", errors2.unauthorized);
  const merchant = findMerchant(alliance, call.pathLocation, errors2);
  const { vertical, state } = merchant;
  if (state !== void 0 && !isSupportedState(vertical, state)) {
    throw new Refusal(errors2.stateNotSupported);
  }
  return { ...recordOf(merchant, call), ...onboardingExpiry(merchant, call.now) };
}
function stateRefusal(vertical) {
  const { stateNotSupported } = operations.addMerchantLocation.errors;
  const states = unsupportedStates(vertical).join(", ");
  return new Refusal(stateNotSupported, {
    message: `${stateNotSupported.message}: State not supported: ${states}`
  });
}
function recordOf(merchant, call) {
  return {
    location: merchant.location,
    url: call.pageUrl("onboarding", merchant.token),
    creationDate: dateOf(merchant.createdAt),
    status: merchant.status
  };
}
function dateOf(time2) {
  return new Date(time2).toISOString().slice(0, 10);
}
function onboardingExpiry({ createdAt }, now) {
  const expirationDate = dateOf(createdAt + lifetimeInDays * day$1);
  const days = (Date.parse(expirationDate) - Date.parse(dateOf(now))) / day$1;
  return { expirationDate, expiredInDays: Math.max(0, days) };
}
const answers = {
  estimatePayments,
  createPayOverTimeLink,
  createPrequalLink,
  addMerchantLocation,
  getMerchantStatus
};
const entities = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function html(strings, ...values) {
  const parts2 = strings.map((text2, index) => text2 + toMarkup(values[index]));
  return { markup: parts2.join("") };
}
function join(pieces) {
  return { markup: pieces.map(({ markup }) => markup).join("") };
}
function toMarkup(value) {
  if (typeof value === "object") return value.markup;
  return (value ?? "").replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
function fieldset(legend, fields) {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${join(
    fields.map(
      ({ label, name, value, type = "text", autocomplete }) => html`<label
            >${label}
            <input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" />
          </label>`
    )
  )}
  </fieldset>`;
}
function addressFields(address) {
  return [
    { label: "Street", name: "address", value: address.address, autocomplete: "address-line1" },
    { label: "City", name: "city", value: address.city, autocomplete: "address-level2" },
    { label: "State", name: "state", value: address.state, autocomplete: "address-level1" },
    { label: "Zip code", name: "zipcode", value: address.zipcode, autocomplete: "postal-code" }
  ];
}
const decision = html`<fieldset class="decision">
  <legend>In the sandbox, you decide</legend>
  <label><input type="radio" name="decision" value="approve" checked /> Approve</label>
  <label><input type="radio" name="decision" value="decline" /> Decline</label>
</fieldset>`;
function actions(...buttons) {
  return html`<p class="actions">
    ${join(
    buttons.map(
      ([value, label], index) => html`<button class="button${index === 0 ? " first" : ""}" name="action" value="${value}">
            ${label}
          </button>`
    )
  )}
  </p>`;
}
function form(...parts2) {
  return html`<form method="post">${join(parts2.filter((part) => part !== void 0))}</form>`;
}
const healthcare = ["Dental", "Medical_Office", "Hospital_Health_System"];
const restrictedState = /^\s*(CA|California|NY|New York|IL|Illinois)\s*$/i;
function mayPrefill({ vertical, state = "" }, customerState = "") {
  if (!healthcare.includes(vertical)) return true;
  return !restrictedState.test(state) && !restrictedState.test(customerState);
}
function applicationPage(link) {
  if (link.outcome) return endPage(link, link.outcome);
  return link.page === "prequal" ? prequalPage(link) : checkoutPage(link);
}
async function endApplication(link, fields, visit) {
  const outcome = readOutcome(link, fields);
  if (!outcome) return void 0;
  if (!link.outcome) {
    link.outcome = outcome;
    await visit.sendEvent(applicationEvent(link, outcome, createToken(8)));
  }
  return { returnUrl: returnUrlOf(link) };
}
function readOutcome(link, fields) {
  const action = fields.get("action");
  if (action === "abort") return "aborted";
  if (action !== "finish" || !isFinanceable(link)) return void 0;
  return fields.get("decision") === "decline" ? "failed" : "completed";
}
function prequalPage(link) {
  const { merchant, request: request2 } = link;
  return {
    status: 200,
    title: "See what you qualify for",
    lead: `${greeting(link)}On this page, a customer of ${displayName(merchant)} finds out how much they can pay over time before they buy.`,
    facts: [
      ["Business", displayName(merchant)],
      ["Location", merchant.location],
      ["Reference", request2.referral]
    ],
    content: form(
      customerFields(link),
      decision,
      actions(["finish", "See what I qualify for"], ["abort", "Leave without applying"])
    )
  };
}
function checkoutPage(link) {
  const { merchant, request: request2 } = link;
  const returnUrl = returnUrlOf(link);
  const page = {
    status: 200,
    title: "Pay over time",
    lead: `${greeting(link)}On this page, a customer of ${displayName(merchant)} applies to pay for one purchase in monthly payments.`,
    amount: dollars.format(request2.amount),
    facts: [
      ...planFacts(link),
      ["Business", displayName(merchant)],
      ["Location", merchant.location],
      ["Transaction", request2.transactionId]
    ],
    leadsTo: returnUrl && new URL(returnUrl).origin
  };
  if (!isFinanceable(link)) {
    const lead = "This amount cannot be paid over time.";
    return { ...page, lead, content: form(actions(["abort", "Leave"])) };
  }
  return {
    ...page,
    content: form(
      customerFields(link),
      decision,
      actions(["finish", "Agree and pay over time"], ["abort", "Leave without buying"])
    )
  };
}
function planFacts(link) {
  if (!isFinanceable(link)) return [];
  const { amount } = link.request;
  const plan = estimate({ id: "", totalAmount: amount }, link.merchant.vertical);
  return [
    ["Monthly payment", dollars.format(plan.monthlyAmount)],
    ["Payments", `${termInMonths(amount)}, one a month`],
    ["APR", `${plan.apr}%`],
    ["Down payment due today", dollars.format(plan.downPayment)]
  ];
}
function isFinanceable({ page, merchant, request: request2 }) {
  if (page === "prequal") return true;
  return estimate({ id: "", totalAmount: request2.amount }, merchant.vertical).monthlyAmount !== -1;
}
const endings = {
  prequal: {
    completed: ["You qualify", "The shop has been notified, and you can use it for your purchase."],
    failed: ["You do not qualify", "The shop has been notified."],
    aborted: [
      "You left without applying",
      "The shop has been notified. This link can no longer be used."
    ]
  },
  checkout: {
    completed: ["Your purchase is paid over time", "The shop has been notified."],
    failed: ["This purchase cannot be paid over time", "The shop has been notified."],
    aborted: [
      "You left without buying",
      "The shop has been notified. This link can no longer be used."
    ]
  }
};
function endPage(link, outcome) {
  const [title, lead] = endings[link.page][outcome];
  const returnUrl = returnUrlOf(link);
  return {
    status: 200,
    title,
    lead: returnUrl ? lead : `${lead} You can close this window.`,
    returnUrl
  };
}
function customerFields({ page, merchant, request: request2 }) {
  var _a2;
  const { customerDetails = {} } = request2;
  const phone = page === "prequal" ? request2.customerPhoneNumber : request2.phoneNumber;
  const isPrefilled = mayPrefill(merchant, (_a2 = customerDetails.addressDetails) == null ? void 0 : _a2.state);
  const known2 = isPrefilled ? { phone, ...customerDetails } : {};
  return fieldset("About you (your input is not stored)", [
    { label: "First name", name: "firstName", value: known2.firstName, autocomplete: "given-name" },
    { label: "Last name", name: "lastName", value: known2.lastName, autocomplete: "family-name" },
    { label: "Email", name: "email", value: known2.email, type: "email", autocomplete: "email" },
    { label: "Phone", name: "phone", value: known2.phone, type: "tel", autocomplete: "tel" },
    {
      label: "Date of birth",
      name: "dateOfBirth",
      value: known2.dateOfBirth,
      type: "date",
      autocomplete: "bday"
    },
    ...addressFields(known2.addressDetails ?? {})
  ]);
}
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
function displayName({ businessName, location }) {
  return businessName ?? location;
}
function greeting({ merchant, request: { customerDetails } }) {
  var _a2;
  const firstName = customerDetails == null ? void 0 : customerDetails.firstName;
  return firstName && mayPrefill(merchant, (_a2 = customerDetails.addressDetails) == null ? void 0 : _a2.state) ? `Hello ${firstName}. ` : "";
}
function returnUrlOf(link) {
  return link.page === "checkout" ? webUrl(link.request.redirectUrl) : void 0;
}
function webUrl(text2 = "") {
  if (!URL.canParse(text2)) return void 0;
  const { href, origin: origin2 } = new URL(text2);
  return /^https?:\/\/[a-z\d.:[\]_-]+$/.test(origin2) ? href : void 0;
}
const steps = {
  details: { at: "details", to: "LOCATION_DETAILS_ADDED" },
  submit: { at: "submission", to: "SUBMITTED" },
  activate: { at: "review", to: "ACTIVATED" },
  decline: { at: "review", to: "DECLINED" }
};
function stageOf({ status }) {
  if (status === "CREATED") return "details";
  if (status === "SUBMITTED") return "review";
  if (status === "ACTIVATED") return "active";
  return status === "DECLINED" ? "declined" : "submission";
}
async function advanceOnboarding(merchant, fields, visit) {
  const action = fields.get("action");
  if (typeof action !== "string" || !Object.hasOwn(steps, action)) return false;
  const { at, to } = steps[action];
  if (stageOf(merchant) !== at || isExpired(merchant, visit.now)) return true;
  merchant.status = to;
  if (to === "ACTIVATED") {
    merchant.retailerId ?? (merchant.retailerId = `retailer-${merchant.location}`);
    merchant.application = "enabled";
  }
  await visit.sendEvent(merchantEvent(merchant, visit.pageUrl("onboarding", merchant.token)));
  return true;
}
function onboardingPage(merchant, now) {
  const { expirationDate } = onboardingExpiry(merchant, now);
  if (isExpired(merchant, now)) {
    return {
      status: 410,
      title: "This link has expired",
      lead: `It expired on ${expirationDate}, and no application was submitted.`
    };
  }
  const stage = stageOf(merchant);
  const isOpen = stage === "details" || stage === "submission";
  return {
    status: 200,
    ...texts[stage],
    facts: [
      ["Business", mayPrefill(merchant) ? merchant.businessName : void 0],
      ["Location", merchant.location],
      ["Kind of business", merchant.vertical.replaceAll("_", " ")],
      ["Status", merchant.status],
      ["Open until", isOpen ? expirationDate : void 0]
    ],
    content: contentOf(merchant, stage)
  };
}
const texts = {
  details: {
    title: "Set up your location",
    lead: "On this page, a merchant completes and submits the application for one location."
  },
  submission: {
    title: "Set up your location",
    lead: "The details are complete. On this page, a merchant submits the application for one location."
  },
  review: {
    title: "Your application is being reviewed",
    lead: "The merchant is waiting. In the sandbox, you are also the reviewer."
  },
  active: {
    title: "Your location is active",
    lead: "Customers can pay over time, and a training package would be on its way."
  },
  declined: {
    title: "Your application was declined",
    lead: "Customers of this location cannot pay over time."
  }
};
function contentOf(merchant, stage) {
  switch (stage) {
    case "details":
      return form(detailFields(merchant), actions(["details", "Save and continue"]));
    case "submission":
      return form(actions(["submit", "Submit the application"]));
    case "review":
      return form(actions(["activate", "Activate the location"], ["decline", "Decline"]));
    case "active":
    case "declined":
      return html`<p class="lead">You can close this window.</p>`;
  }
}
function detailFields(merchant) {
  const known2 = mayPrefill(merchant) ? merchant : {};
  const { businessName, state, details: details2 } = known2;
  const { firstName, lastName, phoneNumber: phoneNumber2, email: email2 } = (details2 == null ? void 0 : details2.representativeDetails) ?? {};
  const business = fieldset("The business (your input is not stored)", [
    { label: "Name", name: "businessName", value: businessName, autocomplete: "organization" },
    { label: "Legal name", name: "legalName", value: details2 == null ? void 0 : details2.legalName, autocomplete: "off" },
    ...addressFields({ state, ...details2 == null ? void 0 : details2.businessAddress })
  ]);
  const person = fieldset("The representative", [
    { label: "First name", name: "firstName", value: firstName, autocomplete: "given-name" },
    { label: "Last name", name: "lastName", value: lastName, autocomplete: "family-name" },
    { label: "Phone", name: "phone", value: phoneNumber2, type: "tel", autocomplete: "tel" },
    { label: "Email", name: "email", value: email2, type: "email", autocomplete: "email" }
  ]);
  return html`${business}${person}`;
}
function isExpired(merchant, now) {
  const stage = stageOf(merchant);
  const isOpen = stage === "details" || stage === "submission";
  return isOpen && onboardingExpiry(merchant, now).expiredInDays === 0;
}
const pageStyle = {
  markup: `
:root { color-scheme: light dark; --paper: #fff; --ground: #f2f4f7; --ink: #17202c; --quiet: #566273; --line: #e2e6ec; --edge: #7c8899; --accent: #1f5fbf; --on-accent: #fff; --soft: #edf2fa; --banner: #fff1cc; --banner-ink: #5c4300; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1a212b; --ground: #10151c; --ink: #e9eef5; --quiet: #a3b0c0; --line: #303a48; --edge: #8592a3; --accent: #85b4ff; --on-accent: #0d1a2d; --soft: #222c3a; --banner: #3b2f0c; --banner-ink: #ffe1a1; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.banner { padding: .6rem 1rem; text-align: center; font-weight: 600; background: var(--banner); color: var(--banner-ink); }
main { width: min(34rem, 100% - 2rem); margin: clamp(1rem, 8vh, 5rem) auto 1.5rem; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0001, 0 12px 32px #0001; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
a { color: var(--accent); }
.lead { margin: .75rem 0 0; color: var(--quiet); text-wrap: pretty; }
.quiet { color: var(--quiet); font-size: .875rem; }
.amount { margin: 1.5rem 0 0; font-size: 2.5rem; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
dl { margin: 1.5rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 500; }
fieldset { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .9rem 1rem; margin: 1.75rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 600; }
label { display: grid; gap: .25rem; min-width: 0; color: var(--quiet); font-size: .875rem; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem; background: transparent; color: var(--ink); font: 1rem/1.25 system-ui, sans-serif; }
.decision { padding: 1rem 1.25rem 1.25rem; border-radius: .75rem; background: var(--soft); gap: .25rem 1rem; }
.decision legend { float: left; grid-column: 1 / -1; margin: 0; }
.decision label { display: flex; align-items: center; gap: .6rem; min-height: 2.5rem; color: inherit; font-size: 1rem; }
.decision input { width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.75rem 0 0; }
.button { flex: 1 1 auto; min-height: 2.75rem; padding: .7rem 1.25rem; border: 1px solid var(--accent); border-radius: .6rem; background: transparent; color: var(--accent); font: 600 1rem/1.25 system-ui, sans-serif; text-align: center; text-decoration: none; cursor: pointer; }
.button.first { background: var(--accent); color: var(--on-accent); }
.button:hover { text-decoration: underline; }
.rows { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.rows li { padding: .75rem 0; border-bottom: 1px solid var(--line); }
.rows .quiet { display: block; }
.rows .state { float: right; margin-left: 1rem; padding: .1rem .5rem; border-radius: .4rem; background: var(--soft); color: var(--quiet); font-size: .8125rem; }
.phone { margin: 1.25rem 0 0; padding: 0; list-style: none; }
.phone li { margin: 0 0 1.25rem; }
.phone .text { margin: .25rem 0 0; width: fit-content; max-width: 100%; padding: .75rem 1rem; border-radius: .25rem 1.125rem 1.125rem; background: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin: 0 auto 2rem; padding: 0 1rem; color: var(--quiet); font-size: .875rem; text-align: center; }
`
};
function renderPage(page) {
  const nonce = createToken();
  const formAction = ["'self'", page.leadsTo].filter(Boolean).join(" ");
  return new Response(documentOf(page, nonce).markup, {
    status: page.status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      "cache-control": "no-store",
      // Not `no-referrer`, under which a page's own forms have no origin (Fetch, "append a request `Origin` header").
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff"
    }
  });
}
function documentOf(page, nonce) {
  const { title, lead, amount, facts, content, returnUrl } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Sandbox</title>
        <style nonce="${nonce}">
          ${pageStyle}
        </style>
      </head>
      <body>
        <header class="banner">Sandbox – no real application</header>
        <main>
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          ${amount && html`<p class="amount">${amount}</p>`} ${facts && renderFacts(facts)}
          ${content}
          ${returnUrl && html`<p class="actions"><a class="button" href="${returnUrl}" rel="noreferrer">Return to the shop</a></p>`}
        </main>
        <footer>
          This page stands in for the Financing Service. Nothing on it reaches a lender.
        </footer>
      </body>
    </html> `;
}
function renderFacts(facts) {
  const known2 = facts.filter(([, value]) => value);
  return html`<dl>
    ${join(
    known2.map(
      ([label, value]) => html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`
    )
  )}
  </dl>`;
}
function isOwnRequest({ request: request2, url: url2, publicOrigin }) {
  const site = request2.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin2 = request2.headers.get("origin");
  return origin2 === null || origin2 === url2.origin || origin2 === publicOrigin;
}
async function answerPage(visit) {
  const { request: request2, url: url2, state, now } = visit;
  const [, page, token2 = ""] = /^\/sandbox\/(prequal|checkout|onboarding)\/([^/]+)$/.exec(url2.pathname) ?? [];
  if (!page || !["GET", "HEAD", "POST"].includes(request2.method)) return void 0;
  const link = state.links.get(token2);
  if ((link == null ? void 0 : link.page) !== page) return renderPage(unknownLink);
  if (request2.method === "POST") return answerForm(link, visit);
  return renderPage(
    link.page === "onboarding" ? onboardingPage(link.merchant, now) : applicationPage(link)
  );
}
async function answerForm(link, visit) {
  if (!isOwnRequest(visit)) return renderPage(foreignForm);
  const samePage = visit.url.pathname.replace(/^.*\//, "");
  const fields = await visit.request.formData().catch(() => void 0);
  if (!fields) return renderPage(unknownForm);
  if (link.page === "onboarding") {
    const isKnown = await advanceOnboarding(link.merchant, fields, visit);
    return isKnown ? seeOther(samePage) : renderPage(unknownForm);
  }
  const ended = await endApplication(link, fields, visit);
  return ended ? seeOther(ended.returnUrl ?? samePage) : renderPage(unknownForm);
}
function seeOther(url2) {
  return new Response(null, {
    status: 303,
    headers: { location: url2, "cache-control": "no-store", "referrer-policy": "same-origin" }
  });
}
const unknownLink = {
  status: 404,
  title: "This link does not exist",
  lead: "The sandbox has no such link. A reset or a restart deletes all links."
};
const unknownForm = {
  status: 400,
  title: "This form is not valid",
  lead: "The form has no such button. Go back and try again."
};
const foreignForm = {
  status: 403,
  title: "This form came from another site",
  lead: "The sandbox accepts forms from its own pages only."
};
function indexPage(visit) {
  const { alliances: alliances2, links, outbox, webhooks } = visit.state;
  const rows = [...links].flatMap(
    ([token2, link]) => link.page === "onboarding" ? [] : [renderLink(link, visit.pageUrl(link.page, token2))]
  );
  return {
    status: 200,
    title: "The Financing Service, simulated",
    lead: `The time in the sandbox is ${new Date(visit.now).toUTCString()}. Everything is in memory and is lost when it stops.`,
    content: html`
      <p class="actions">
        <a class="button first" href="outbox">Text messages (${`${outbox.length}`})</a>
      </p>
      <h2>Links of customers</h2>
      ${list(rows.slice(-8).toReversed(), "None so far.")}
      <h2>Webhooks</h2>
      ${list(webhooks.slice(-8).toReversed().map(renderDelivery), "None so far.")}
      <p class="quiet"><a href="webhooks">All of them, as JSON</a></p>
      ${join(
      alliances2.map(
        (alliance) => html`<h2>Locations of ${alliance.credentials["svc-key"]}</h2>
              ${renderLocations(alliance, visit)}`
      )
    )}
      <form method="post" action="reset">
        <p class="actions"><button class="button">Delete everything and start over</button></p>
      </form>
    `
  };
}
function renderLink(link, url2) {
  const { merchant, outcome = "open" } = link;
  const [title, reference] = link.page === "checkout" ? ["Pay over time", link.request.transactionId] : ["Pre-qualification", link.request.referral];
  return html`<a href="${url2}">${title}</a>
    <span class="state">${outcome}</span>
    <span class="quiet">${[merchant.location, reference].filter(Boolean).join(", ")}</span>`;
}
function renderDelivery({ eventType, outcome, attempts }) {
  const last = attempts.at(-1);
  const answer2 = (last == null ? void 0 : last.status) === void 0 ? last == null ? void 0 : last.error : `${last.status}`;
  return html`<code>${eventType}</code> <span class="state">${outcome}</span>
    <span class="quiet">${answer2 && `Attempt ${attempts.length}: ${answer2}`}</span>`;
}
function renderLocations({ merchants: merchants2 }, visit) {
  const rows = [...merchants2.values()].map(
    ({ location, vertical, status, token: token2 }) => html`<a href="${visit.pageUrl("onboarding", token2)}">${location}</a>
        <span class="state">${status}</span>
        <span class="quiet">${vertical.replaceAll("_", " ")}</span>`
  );
  return list(rows, "None so far.");
}
function list(rows, otherwise) {
  if (rows.length === 0) return html`<p class="quiet">${otherwise}</p>`;
  return html`<ul class="rows" role="list">
    ${join(rows.map((row2) => html`<li>${row2}</li>`))}
  </ul>`;
}
function outboxPage({ state: { outbox } }) {
  return {
    status: 200,
    title: "Text messages",
    lead: outbox.length ? "These messages were not sent. Open a link as the customer would on the phone." : "No messages so far. Messages that the service would send appear here.",
    content: html`
      <ul class="phone" role="list">
        ${join(outbox.toReversed().map(renderMessage))}
      </ul>
      <p><a href="outbox">Reload</a> · <a href="./">The sandbox</a></p>
    `
  };
}
function renderMessage({ to, text: text2, url: url2, sentAt }) {
  const words = text2.endsWith(url2) ? text2.slice(0, -url2.length) : `${text2} `;
  return html`<li>
    <span class="quiet">To ${to}, ${time.format(new Date(sentAt))} UTC</span>
    <p class="text">${words}<a href="${url2}" target="_blank" rel="noreferrer">${url2}</a></p>
  </li>`;
}
const time = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC"
});
const day = 24 * 60 * 60 * 1e3;
const controls = {
  "GET /sandbox": () => redirect(308, "sandbox/"),
  "GET /sandbox/": (visit) => renderPage(indexPage(visit)),
  "GET /sandbox/outbox": (visit) => wantsPage(visit) ? renderPage(outboxPage(visit)) : Response.json(visit.state.outbox),
  "GET /sandbox/webhooks": ({ state }) => Response.json(state.webhooks),
  "POST /sandbox/faults": armFault,
  "POST /sandbox/clock": advanceClock,
  "DELETE /sandbox": (visit) => {
    visit.reset();
    return new Response(null, { status: 204 });
  },
  // The same for a form, which cannot send DELETE.
  "POST /sandbox/reset": (visit) => {
    visit.reset();
    return redirect(303, "./");
  }
};
function answerControl(visit) {
  const { request: request2, url: url2 } = visit;
  const control = controls[`${request2.method} ${url2.pathname}`];
  const isOwn = isOwnRequest(visit) || request2.headers.get("sec-fetch-site") === "none";
  if (control && !isOwn && !isFollowed(request2)) return refuseOthers();
  return control == null ? void 0 : control(visit);
}
function isFollowed({ method, headers }) {
  return method === "GET" && headers.get("sec-fetch-mode") === "navigate";
}
function wantsPage({ request: request2 }) {
  var _a2;
  return ((_a2 = request2.headers.get("accept")) == null ? void 0 : _a2.includes("text/html")) ?? false;
}
const ClockSchema = z.strictObject({
  /** Whole days by which the sandbox's clock is advanced. */
  advanceDays: z.int().min(1).max(3650)
});
async function armFault({ request: request2, state }) {
  const fault = FaultSchema.safeParse(await readJson(request2));
  if (!fault.success) return refuse(fault.error);
  state.faults.push(fault.data);
  return Response.json(fault.data);
}
async function advanceClock({ request: request2, state, now }) {
  const clock = ClockSchema.safeParse(await readJson(request2));
  if (!clock.success) return refuse(clock.error);
  const ms = clock.data.advanceDays * day;
  state.advancedBy += ms;
  return Response.json({ now: new Date(now + ms).toISOString() });
}
function readJson(request2) {
  return request2.json().catch(() => void 0);
}
function refuse(error) {
  return Response.json({ message: describeIssues(error) }, { status: 400 });
}
function refuseOthers() {
  return Response.json({ message: "Pages of other origins may not use this" }, { status: 403 });
}
function redirect(status, url2) {
  return new Response(null, { status, headers: { location: url2 } });
}
const optionNames = ["publicUrl", "now", "webhook", "seeds"];
const routes = operationNames.map((operation2) => {
  const { method, path } = operations[operation2];
  return { operation: operation2, method, path: new RegExp(`^${path.replace("{location}", "([^/]+)")}$`) };
});
function createSandbox(options = {}) {
  checkOptionNames(options);
  const { publicUrl, now = Date.now } = options;
  const seeds = options.seeds ? parseSeeds(options.seeds) : alliances;
  const sendWebhook = createWebhookSender(options.webhook, now);
  let state;
  async function fetch2(request2) {
    const url2 = new URL(request2.url);
    const base = (publicUrl == null ? void 0 : publicUrl.replace(/\/+$/, "")) ?? url2.origin;
    const current = state ?? (state = createState(seeds, now()));
    const visit = {
      request: request2,
      url: url2,
      state: current,
      now: now() + current.advancedBy,
      publicOrigin: new URL(base).origin,
      pageUrl: (page, token2) => `${base}/sandbox/${page}/${token2}`,
      sendEvent: (event) => sendWebhook(current, event),
      reset
    };
    for (const { operation: operation2, method, path } of routes) {
      const match = path.exec(url2.pathname);
      const pathLocation2 = decode((match == null ? void 0 : match[1]) ?? "");
      if (!match || method !== request2.method || pathLocation2 === void 0) continue;
      return answerOperation(operation2, { ...visit, pathLocation: pathLocation2 });
    }
    const response = await answerPage(visit) ?? await answerControl(visit);
    return response ?? Response.json({ message: "Not Found" }, { status: 404 });
  }
  function reset() {
    if (state) state.isDiscarded = true;
    state = void 0;
  }
  return { fetch: fetch2 };
}
function checkOptionNames(options) {
  const known2 = optionNames;
  const unknown = Object.keys(options).find((option) => !known2.includes(option));
  if (unknown === void 0) return;
  throw new TypeError(`Option ${unknown} is unknown; there are ${known2.join(", ")}`);
}
function parseSeeds(seeds) {
  const parsed = SeedsSchema.safeParse(seeds);
  if (!parsed.success) throw new TypeError(`seeds: ${describeIssues(parsed.error)}`);
  return parsed.data;
}
async function answerOperation(operation2, call) {
  const fault = takeFault(call.state.faults, operation2);
  const response = (fault && faultResponse(fault)) ?? await answerNormally(operation2, call);
  if (fault) await pause(fault.delayMs ?? 0, call.request.signal);
  return response;
}
async function answerNormally(operation2, call) {
  try {
    return Response.json(await answers[operation2](call));
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    throw error;
  }
}
function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return void 0;
  }
}
function pause(ms, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer2 = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    function done() {
      clearTimeout(timer2);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
const serviceUrl = "https://service.example";
const mount = "/financing";
const webhookSecret = "webhooks-inside-of-this-page";
const sandbox = createSandbox({
  webhook: {
    url: `${globalThis.origin}${mount}/webhooks`,
    secret: webhookSecret,
    fetch: (request2) => proxy.fetch(request2)
  }
});
const store = createMemoryStore();
let situation = "normal";
let proxy = createProxy();
let calls = 0;
const listeners = /* @__PURE__ */ new Set();
let isStarted = false;
function startFinancing() {
  if (isStarted) return;
  isStarted = true;
  configure({ endpoint: mount, fetch: answer });
}
function askAgain(next) {
  situation = next;
  proxy = createProxy();
  sessionStorage.removeItem("financing-estimates");
  configure({ fetch: answer });
}
function observeCalls(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function openHostedPage(request2) {
  return sandbox.fetch(request2);
}
function ownTexts(language) {
  return originals[language] ?? textIn("en");
}
const originals = { en: textIn("en"), es: textIn("es") };
function useTexts(language, texts2) {
  replaceText(originals);
  configure({ text: { [language]: texts2 } });
}
function createProxy() {
  return createFinancingProxy({
    baseUrl: serviceUrl,
    svcKey: "sandbox-key",
    fetch: callService,
    mount,
    store,
    webhooks: { secrets: [webhookSecret] },
    cacheTtl: 0,
    // each call of the page shall show one of the service
    sms: true,
    trustPageAmount: true,
    // no order depends on it
    clientAddress: () => "192.0.2.1",
    logger: { debug() {
    }, info() {
    }, warn() {
    }, error() {
    } }
  });
}
async function answer(request2) {
  const { method, url: url2 } = request2;
  const { pathname, search } = new URL(url2);
  const id = ++calls;
  const startedAt = performance.now();
  const isShown = method === "POST";
  const requestBody = isShown ? await request2.clone().json() : void 0;
  const call = { id, request: `${method} ${pathname}${search}`, requestBody };
  if (isShown) report(call);
  const response = await proxy.fetch(asFromThisPage(request2));
  if (isShown) {
    const answerBody = await response.clone().json();
    const durationMs = Math.round(performance.now() - startedAt);
    report({ ...call, status: response.status, answerBody, durationMs });
  }
  return response;
}
function report(call) {
  for (const listener of listeners) listener(call);
}
function asFromThisPage(request2) {
  const headers = new Headers(request2.headers);
  headers.set("origin", globalThis.origin);
  headers.set("sec-fetch-site", "same-origin");
  return Object.defineProperty(request2, "headers", { value: headers });
}
async function callService(request2) {
  const { pathname } = new URL(request2.url);
  const operations2 = Object.keys(routes$1);
  const operation2 = operations2.find((name) => routes$1[name].path === pathname);
  const fault = operation2 && await faultFor(operation2, request2);
  if (fault) {
    await sandbox.fetch(
      new Request(`${serviceUrl}/sandbox/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ operation: operation2, ...fault })
      })
    );
  }
  return sandbox.fetch(request2);
}
async function faultFor(operation2, request2) {
  if (situation === "error") return { status: 500 };
  if (situation === "slow") return { status: 200, delayMs: 2500 };
  if (situation !== "unavailable" || operation2 !== "estimatePayments") return void 0;
  const items = await request2.clone().json();
  const inapplicable = { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  return { status: 200, body: items.map(({ id }) => ({ id, ...inapplicable })) };
}
const financing = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.defineProperty({
  __proto__: null,
  askAgain,
  observeCalls,
  openHostedPage,
  ownTexts,
  startFinancing,
  useTexts
}, Symbol.toStringTag, { value: "Module" }));
export {
  financing as f,
  nearest as n
};
