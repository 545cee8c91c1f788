// @ts-check
/**
 * @typedef {object} Seen
 * @property {number} painted ms from the start of the navigation until the last price can be painted. The wait for the next
 *   frame isn't included, because a frame takes 17 ms and would dominate the ratio of two short times.
 * @property {number} shift
 */

/**
 * Measures a page load. Runs before the page's scripts and sets the global `seen` to a promise of the result. It doesn't poll
 * while the page loads, because that work would be measured too. Instead, a MutationObserver watches the last placement and its
 * shadow tree.
 */
export function watch() {
  let shift = 0;
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += Reflect.get(entry, 'value');
  });
  shifts.observe({ type: 'layout-shift', buffered: true });

  const isPriced = (/** @type {Element} */ placement) =>
    (placement.shadowRoot ?? placement).textContent?.includes('APR');
  const seen = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const last = document.querySelector('.estimate.last');
      if (!last || !isPriced(last)) return;
      observer.disconnect();
      untilAllArePriced();
    });
    /** @param {Node} root */
    const look = (root) =>
      observer.observe(root, { subtree: true, childList: true, characterData: true });

    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (/** @type {ShadowRootInit} */ init) {
      const root = attachShadow.call(this, init);
      if (this.classList.contains('last')) look(root);
      return root;
    };
    document.addEventListener('readystatechange', () => {
      const last = document.querySelector('.estimate.last');
      if (last) look(last);
    });

    function untilAllArePriced() {
      const placements = [...document.getElementsByClassName('estimate')];
      if (placements.every(isPriced)) paint();
      else requestAnimationFrame(untilAllArePriced);
    }

    function paint() {
      // A message is the next task: the first moment at which the browser could have painted.
      let free = Infinity;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (free = Math.min(free, performance.now()));
      port2.postMessage('free');
      requestAnimationFrame(() => {
        const start = performance.now();
        port1.onmessage = () => {
          const end = performance.now();
          const painted = end - start + Math.min(free, start);
          setTimeout(() => resolve({ painted, shift }), 50);
        };
        port2.postMessage('painted');
      });
    }
  });
  Reflect.set(globalThis, 'seen', seen);
}
