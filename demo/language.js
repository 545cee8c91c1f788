// @ts-check
// Switches between English and Spanish. The pages are written in English, and spanish.js has all their texts in Spanish.
// Texts that a script adds later are translated when they're added.

const root = document.documentElement;
const control = /** @type {HTMLButtonElement} */ (document.querySelector('#language'));
const elementsScript = '/financing/elements.js';

/** The attributes with text for shoppers. */
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
  remember(language); // first, because the next page may open before this one is translated
  await show(language);
});

// A pre-qualification can end with or without an offer, and the page doesn't learn which. This text is true for both.
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
    // The browser blocks storage, so the choice applies only to this page.
  }
}

/** Sets the language of the hosted pages. In this demo, they have the shop's origin. No other page gets the cookie. */
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

/** Translates every text and label in a part of the page into the page's language. @param {Node} part */
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
