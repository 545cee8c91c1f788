// @ts-check
// The switch between English and Spanish. The pages are written in English; spanish.js holds each of their texts in
// Spanish. Texts that a script adds later are translated as they are added.

const root = document.documentElement;
const control = /** @type {HTMLButtonElement} */ (document.querySelector('#language'));
const elementsScript = '/financing/elements.js';

/** Attributes that are read to the shopper. */
const labels = ['aria-label', 'title', 'product'];

/** The English of each translated text and label. @type {WeakMap<Node, string>} */
const originals = new WeakMap();

/** Spanish by English. @type {ReadonlyMap<string, string>} */
let spanish = new Map();

const additions = new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) translateAll(node);
});

control.addEventListener('click', async () => {
  const language = root.lang === 'es' ? 'en' : 'es';
  remember(language); // at once: the next page may open before this one is translated
  await show(language);
});

// A pre-qualification can end with an offer or without one, and a page does not learn which: this is true of both.
void customElements.whenDefined('prequal-button').then(async () => {
  const { configure } = await import(elementsScript);
  configure({
    text: {
      en: { completed: 'You have the answer to your application.' },
      es: { completed: 'Ya tiene la respuesta a su solicitud.' },
    },
  });
});

if (root.lang === 'es') void show('es');
else tellHostedPages();
if (new URL(document.URL).searchParams.has('lang')) remember(root.lang);

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem('language', language);
  } catch {
    // The browser blocks storage: the choice holds for this page alone.
  }
}

/** In this demo the hosted pages have the shop's origin, so it can tell them its language. No other page gets the cookie. */
function tellHostedPages() {
  document.cookie = `sandbox-language=${root.lang}; path=/sandbox; samesite=strict`;
}

/** @param {'en' | 'es'} language */
async function show(language) {
  if (language === 'es') ({ spanish } = await import('./spanish.js'));
  root.lang = language;
  translateAll(root);
  control.lang = language === 'es' ? 'en' : 'es';
  control.textContent = language === 'es' ? 'English' : 'Español';
  if (language === 'es') additions.observe(root, { childList: true, subtree: true });
  else additions.disconnect();
  root.classList.remove('translating');
  tellHostedPages();
}

/** Shows every text and label of a part of the page in the page's language. @param {Node} part */
function translateAll(part) {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = /** @type {Node | null} */ (part); node; node = texts.nextNode()) translate(node);
  if (!(part instanceof Element)) return;
  const selector = labels.map((label) => `[${label}]`).join();
  for (const labelled of [part, ...part.querySelectorAll(selector)]) {
    for (const name of labels) {
      const label = labelled.getAttributeNode(name);
      if (label) translate(label);
    }
  }
}

/** @param {Node} node a text or an attribute */
function translate(node) {
  const text = originals.get(node) ?? node.nodeValue ?? '';
  const words = text.trim();
  const translated = root.lang === 'es' ? spanish.get(words.replaceAll(/\s+/g, ' ')) : words;
  if (translated === undefined) return;
  const shown = text.replace(words, () => translated);
  if (shown === node.nodeValue) return;
  originals.set(node, text);
  node.nodeValue = shown;
}
