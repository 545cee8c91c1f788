export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  // Each view has its own purchase.
  routeRules: Object.fromEntries(
    ['/', '/api/sofa-financing'].map((path) => [
      path,
      { headers: { 'cache-control': 'private, no-store' } },
    ]),
  ),
  vue: {
    compilerOptions: { isCustomElement: (tag) => /^(financing|prequal|pay-over)-/.test(tag) },
  },
  app: {
    head: {
      title: 'Hollis sofa',
      htmlAttrs: { lang: 'en', 'data-financing-location': 'main-street' },
      // The style sheet reserves space for the estimate before the script runs.
      link: [{ rel: 'stylesheet', href: '/financing/elements.css' }],
      script: [{ type: 'module', src: '/financing/elements.js' }],
    },
  },
});
