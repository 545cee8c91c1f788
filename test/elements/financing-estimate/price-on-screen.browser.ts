import { expect } from '@open-wc/testing';
import { until } from '../../support/until.js';
import { createDocument, createPage, script, show, showProduct } from '../page.js';

const price = '<b class="price">$100</b>';
const follows = '<financing-estimate amount-from=".price"></financing-estimate>';

/** Ways to hide a price that leave it in the page. */
const hidden: readonly [string, string][] = [
  ['opacity', `<p style="opacity: 0; position: absolute">${price}</p>`],
  ['visibility', `<p style="visibility: hidden">${price}</p>`],
  ['visibility of a collapsed row', `<p style="visibility: collapse">${price}</p>`],
  [
    'a box of one pixel, as for screen readers',
    `<p style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">${price}</p>`,
  ],
  ['a clip path', `<p style="clip-path: inset(0 100% 0 0)">${price}</p>`],
  ['a clip path without area', `<p style="clip-path: polygon(0 0, 0 0, 0 0)">${price}</p>`],
  [
    'the clip path of a static ancestor',
    `<p style="clip-path: inset(100%); height: 20px"><b class="price" style="position: absolute">$100</b></p>`,
  ],
  ['a clip', `<p style="position: absolute; clip: rect(1px, 1px, 1px, 1px)">${price}</p>`],
  ['a position left of the page', `<p style="position: absolute; left: -9999px">${price}</p>`],
  ['a fixed position outside the window', `<p style="position: fixed; left: 100vw">${price}</p>`],
  [
    'a drawer that is moved off the canvas',
    `<nav style="position: fixed; left: 0; width: 200px; transform: translateX(-100%)">${price}</nav>`,
  ],
  ['no height', `<p style="height: 0; overflow: hidden">${price}</p>`],
  ['no height that clips', `<p style="height: 0; overflow-y: clip">${price}</p>`],
  ['no width', `<p style="width: 0; overflow: hidden; white-space: nowrap">${price}</p>`],
  [
    'no height of a scroller',
    `<p style="height: 0; margin: 0; overflow-y: auto; scrollbar-width: none">${price}</p>`,
  ],
  [
    'a collapsed grid row',
    `<div style="display: grid; grid-template-rows: 0fr"><p style="overflow: hidden; min-height: 0; margin: 0">${price}</p></div>`,
  ],
  ['a scale', `<p style="transform: scale(0)">${price}</p>`],
  ['the scale property', `<p style="scale: 0">${price}</p>`],
  ['a font size', `<p style="font-size: 0">${price}</p>`],
  ['a text indent', `<p style="text-indent: -9999px; overflow: hidden">${price}</p>`],
  ['a transparent color', `<p style="color: transparent">${price}</p>`],
  ['a transparent fill', `<p style="-webkit-text-fill-color: rgb(0 0 0 / 0)">${price}</p>`],
  [
    'the back of a card',
    `<div style="transform-style: preserve-3d"><p style="backface-visibility: hidden; transform: rotateY(180deg)">${price}</p></div>`,
  ],
  [
    'a turn of its card',
    `<div style="transform-style: preserve-3d; transform: rotateY(180deg)"><p style="backface-visibility: hidden">${price}</p></div>`,
  ],
  ['a filter', `<p style="filter: opacity(0)">${price}</p>`],
  ['a filter that leaves almost nothing', `<p style="filter: opacity(1%)">${price}</p>`],
  ['a blur, as for members only', `<p style="filter: blur(4px)">${price}</p>`],
  [
    'the rotate property',
    `<div style="transform-style: preserve-3d; rotate: y 180deg"><p style="backface-visibility: hidden">${price}</p></div>`,
  ],
  [
    'a turn around a slanted axis',
    `<p style="backface-visibility: hidden; rotate: 1 1 0 180deg; width: 50px; margin: 50px">${price}</p>`,
  ],
  [
    'the background of an ancestor',
    `<div style="background: white"><div><p style="position: relative; z-index: -1">${price}</p></div></div>`,
  ],
  [
    'a picture in the background of an ancestor',
    `<div style="background: url(&quot;data:,&quot;)"><p style="position: relative; z-index: -1">${price}</p></div>`,
  ],
  [
    'a transparent color of its field',
    '<input class="price" value="100" style="color: transparent">',
  ],
  [
    'the opacity of two ancestors together',
    `<div style="opacity: 0.2"><p style="opacity: 0.2">${price}</p></div>`,
  ],
  ['an almost transparent color', `<p style="color: rgb(0 0 0 / 0.01)">${price}</p>`],
  [
    'a transparent mask',
    `<p style="-webkit-mask-image: linear-gradient(transparent, transparent)">${price}</p>`,
  ],
  [
    'a mask without width',
    `<p style="-webkit-mask: linear-gradient(red, red) no-repeat; -webkit-mask-size: 0% 100%">${price}</p>`,
  ],
  ['no height that contains paint', `<p style="contain: paint; height: 0; margin: 0">${price}</p>`],
  ['no height that contains all', `<p style="contain: strict; height: 0; margin: 0">${price}</p>`],
  ['a clip path that is a line', `<p style="clip-path: polygon(0 0, 100% 0, 100% 0)">${price}</p>`],
  [
    'a clip path outside its box',
    `<p style="clip-path: polygon(-10px -10px, -5px -10px, -5px -5px)">${price}</p>`,
  ],
  ['a circle outside its box', `<p style="clip-path: circle(10px at -200px 0)">${price}</p>`],
  ['an ellipse without height', `<p style="clip-path: ellipse(50% 0 at center)">${price}</p>`],
  ['a calculated clip path', `<p style="clip-path: inset(0 calc(100% - 1px) 0 0)">${price}</p>`],
  ['closed details', `<details><summary>More</summary>${price}</details>`],
  ['skipped content', `<p style="content-visibility: hidden">${price}</p>`],
  ['hidden="until-found"', `<p hidden="until-found">${price}</p>`],
  ['a closed dialog', `<dialog>${price}</dialog>`],
  [
    'a position right of a page from right to left',
    `<style>html { direction: rtl }</style><p style="position: absolute; right: -9999px">${price}</p>`,
  ],
  [
    'a position left of such a page, which clips it',
    `<style>html { direction: rtl; overflow-x: hidden }</style><p style="position: absolute; left: -9999px">${price}</p>`,
  ],
  [
    'the edge of a ticker with close lines',
    `<div style="height: 1em; line-height: 1; font-size: 40px; overflow: hidden"><div style="margin-top: -1em"><div>${price}</div><div><b class="price">$200</b></div></div></div>`,
  ],
  [
    'a position right of a scroller from right to left',
    `<div dir="rtl" style="width: 300px; overflow-x: auto"><p style="position: relative; right: -400px; width: 100px">${price}</p></div>`,
  ],
  [
    'a position below a scroller that starts at its end',
    `<div style="display: flex; flex-direction: column-reverse; height: 50px; overflow-y: auto"><p style="position: relative; top: 400px">${price}</p></div>`,
  ],
  [
    'another slide of a carousel',
    `<div style="width: 100px; overflow: hidden"><p style="width: 200px; padding-left: 100px">${price}</p></div>`,
  ],
];

/** Prices of $200 that a shopper can see, at once or after scrolling. */
const visible: readonly [string, string][] = [
  ['has no box', '<b class="price" style="display: contents">$200</b>'],
  [
    'has an ancestor without a box',
    '<p style="display: contents; opacity: 0; overflow: hidden; height: 0"><b class="price">$200</b></p>',
  ],
  ['is below the fold', '<p style="position: absolute; top: 9999px"><b class="price">$200</b></p>'],
  [
    'is below the fold in content that is skipped until then',
    '<p style="position: absolute; top: 9999px; content-visibility: auto"><b class="price">$200</b></p>',
  ],
  [
    'is scrolled out of nested scrollers',
    '<div style="width: 50px; overflow-x: auto"><div style="width: 500px; height: 30px; overflow-y: scroll"><p style="padding: 99px 0 0 400px"><b class="price">$200</b></p></div></div>',
  ],
  [
    'is scrolled out of scrollers that start at their end',
    '<div style="display: flex; flex-direction: column-reverse; height: 50px; overflow-y: auto"><i style="flex: 0 0 300px"></i><div style="display: flex; flex-direction: row-reverse; width: 50px; overflow-x: auto; flex-shrink: 0"><i style="flex: 0 0 300px"></i><b class="price">$200</b></div></div>',
  ],
  [
    'leaves an ancestor that clips only its flow',
    '<div style="position: relative"><div style="height: 0; overflow: hidden"><p style="position: absolute; top: 0; left: 200px"><b class="price">$200</b></p></div></div>',
  ],
  [
    'is fixed within an ancestor that clips its flow',
    '<div style="height: 0; overflow: hidden; position: relative"><p style="position: fixed; top: 0; left: 200px"><b class="price">$200</b></p></div>',
  ],
  [
    'is visible within a hidden parent',
    '<p style="visibility: hidden"><b class="price" style="visibility: visible">$200</b></p>',
  ],
  [
    'is painted by the background of its text',
    '<b class="price" style="color: transparent; background: linear-gradient(red, blue); background-clip: text; -webkit-background-clip: text">$200</b>',
  ],
  ['has soft edges', '<b class="price" style="filter: blur(0.5px)">$200</b>'],
  [
    'is in front of the background in its layer',
    '<div style="background: white; isolation: isolate"><p style="position: relative; z-index: -1"><b class="price">$200</b></p></div>',
  ],
  [
    'is on the back of a card that the rotate property turns over',
    '<div style="transform-style: preserve-3d; rotate: y 180deg"><p style="backface-visibility: hidden; transform: rotateY(180deg)"><b class="price">$200</b></p></div>',
  ],
  [
    'is in the part that a calculated clip path leaves',
    '<p style="clip-path: inset(0 0 calc(100% - 48px))"><b class="price">$200</b></p>',
  ],
  [
    'is on the back of a card that is turned over',
    '<div style="transform-style: preserve-3d; transform: rotateY(180deg)"><p style="backface-visibility: hidden; transform: rotateY(180deg)"><b class="price">$200</b></p></div>',
  ],
  [
    'fades out',
    '<p style="-webkit-mask-image: linear-gradient(black, transparent)"><b class="price">$200</b></p>',
  ],
  ['is in a box that contains paint', '<p style="contain: paint"><b class="price">$200</b></p>'],
  [
    'is in the polygon that a clip path leaves',
    '<p style="clip-path: polygon(0 0, 100% 0, calc(100% - 5px) 100%, 0 100%)"><b class="price">$200</b></p>',
  ],
  [
    'is in the circle that a clip path leaves',
    '<p style="clip-path: circle(closest-side at 20px 50%)"><b class="price">$200</b></p>',
  ],
  ['is hidden from screen readers only', '<b class="price" aria-hidden="true">$200</b>'],
  [
    'is in open details',
    '<details open><summary>More</summary><b class="price">$200</b></details>',
  ],
  ['is in a summary', '<details><summary><b class="price">$200</b></summary>More</details>'],
  [
    'is underlined by a pseudo-element',
    `<style>i { position: relative; display: inline-block } i::after { content: ''; position: absolute; left: 0; top: 95%; width: 100%; height: 2px }</style><i><b class="price">$200</b></i>`,
  ],
  [
    'has words for screen readers',
    '<b class="price"><i style="position: absolute; clip-path: inset(50%)">Price before $7</i> $200</b>',
  ],
  [
    'contains a style and a fallback',
    '<b class="price"><style>i { }</style>$200<noscript>7</noscript></b>',
  ],
];

describe('The price that a shopper sees', () => {
  for (const [how, markup] of hidden) {
    it(`isn't one that is hidden by ${how}`, async () => {
      const { proxy } = await showProduct(`${markup}<p><b class="price">$200</b></p>`);
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }

  for (const [how, markup] of visible) {
    it(`is one that ${how}`, async () => {
      const { proxy } = await showProduct(`${markup}<p>Sofa <b class="price">$300</b></p>`);
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }

  for (const [what, page] of [
    [
      'is scrolled out of a body that scrolls instead of the window',
      '<!doctype html><style>html { overflow: hidden } html, body { height: 100% } body { overflow: auto }</style><b class="price">$200</b><p style="height: 5000px"></p><script>document.body.scrollTop = 3000</script>',
    ],
    [
      'is on a page with a frame named "body"',
      '<!doctype html><iframe name="body"></iframe><b class="price">$200</b>',
    ],
    [
      'is right of the edge of a body from right to left, and not one that is left of it',
      '<!doctype html><body dir="rtl"><p style="position: absolute; right: -900px"><b class="price">$100</b></p><p style="position: absolute; left: -900px"><b class="price">$200</b></p>',
    ],
    [
      'is in a fixed bar in quirks mode, and not one in a bar that is moved down',
      '<div style="position: fixed; bottom: 0; transform: translateY(100%)"><b class="price">$100</b></div><div style="position: fixed; bottom: 0"><b class="price">$200</b></div><p style="height: 5000px">',
    ],
    [
      'is scrolled away on a page that a modal locks',
      '<!doctype html><body style="position: fixed; top: -400px"><b class="price">$200</b><p style="height: 5000px">',
    ],
    [
      'is below the fold of a page that a modal locks by its height',
      '<!doctype html><style>html, body { height: 100vh; overflow: hidden }</style><p style="position: absolute; left: 100vw"><b class="price">$100</b></p><p style="height: 5000px"></p><b class="price">$200</b>',
    ],
    [
      'is below the fold of a page that a modal locks',
      '<!doctype html><body style="position: fixed; top: -400px"><p style="height: 5000px"></p><b class="price">$200</b>',
    ],
  ] as const) {
    it(`is one that ${what}`, async () => {
      const { document, proxy } = await createDocument();
      document.open(); // without a document type
      document.write(page, '<p>Sofa <b class="price">$300</b></p>', follows, script);
      document.close();
      await until(() => proxy.calls.length);
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }

  for (const markup of [
    '<b class="price" style="opacity: 0">$100</b>',
    `<p style="height: 0; overflow: hidden">${price}</p>`,
    `<p hidden>${price}</p><p hidden><b class="price">$200</b></p>`,
    '<input class="price" value="100" style="color: transparent">',
    '<p hidden><input class="price" value="100"></p>',
  ]) {
    it(`isn't there in ${markup}`, async () => {
      const { element, proxy } = await showProduct(markup);
      expect([element.status, proxy.calls.length]).to.deep.equal(['idle', 0]);
    });
  }
});

describe('A price in the shadow tree of a component', () => {
  for (const [host, shadow, amounts] of [
    ['<x-price class="price" content="100" value="100"></x-price>', '$200', [[200]]],
    ['<x-price class="price">$100</x-price>', '<b>$200</b>', [[200]]],
    ['<b class="price"><x-price></x-price></b>', '$<slot>200</slot>', [[200]]],
    ['<b class="price">$12<x-price></x-price></b>', '99', []],
    [
      '<b class="price">$12<x-price></x-price></b>',
      `<style>i::after { content: '99' }</style><i></i>`,
      [],
    ],
  ] as const) {
    it(`counts as the shopper sees it: ${shadow} in ${host}`, async () => {
      const proxy = createPage();
      const wrapper = await show<HTMLElement>(`<div>${host}</div>`);
      wrapper.querySelector('x-price')!.attachShadow({ mode: 'open' }).innerHTML = shadow;
      wrapper.insertAdjacentHTML('beforeend', follows);
      const element = wrapper.querySelector('financing-estimate')!;
      await until(() => proxy.calls.length || element.status === 'error');
      expect(proxy.amounts).to.deep.equal(amounts);
    });
  }
});

describe('A price with content that a style sheet adds', () => {
  const styled = (selector: string, content: string) =>
    `<style>${selector} { content: '${content}' }</style><p><b class="price"><i>299</i></b></p>`;

  for (const [selector, content] of [
    ['.price::before', '$1,'],
    ['.price::after', '.99'],
    ['.price i::after', '00'],
    ['.price::before', '€'],
    ['.price::before', 'CA$'],
    ['.price::after', ' CAD'],
    ['.price::after', ' EUR'],
    ['.price::after', '/mo'],
    ['.price::after', ' sq. ft.'],
    ['.price::before', 'Deposit: '],
    ['.price i::before', 'From '],
    ['.price::before', 'Save '],
    ['.price::before', '-'],
    ['.price::after', '+'],
    ['p::before', 'As low as '],
    ['p::after', ' / night'],
  ] as const) {
    it(`has no payment if ${selector} adds ${content}`, async () => {
      const { element, proxy } = await showProduct(styled(selector, content));
      expect([element.status, proxy.calls.length]).to.deep.equal(['error', 0]);
    });
  }

  for (const [how, css, markup] of [
    ['in an element without text', `i::before { content: '99' }`, '$12<i></i>'],
    ['after a quote', `.price::after { content: open-quote '99' }`, '$12'],
    ['in an attribute', `i::after { content: attr(data-cents) }`, '$12<i data-cents="99"></i>'],
    ['in a counter', `.price::after { content: counter(cents) }`, '$12'],
  ] as const) {
    it(`has no payment if there are digits ${how}`, async () => {
      const { element } = await showProduct(`<style>${css}</style><b class="price">${markup}</b>`);
      expect(element.status).to.equal('error');
    });
  }

  it('has no payment once a style sheet adds digits later', async () => {
    const { element, wrapper } = await showProduct(
      `<style>.sale .price::after { content: '99' }</style><b class="price">$120</b>`,
    );
    expect(element.status).to.equal('ready');
    const before = performance.now();
    wrapper.classList.add('sale');
    await until(() => element.status === 'error');
    expect(performance.now() - before).to.be.below(300); // an unchanged price is read again after a second
  });

  for (const content of ['$', 'Price: ', '→']) {
    it(`has a payment with ${content}`, async () => {
      const { proxy } = await showProduct(styled('.price::before', content));
      expect(proxy.amounts).to.deep.equal([[299]]);
    });
  }

  for (const content of ['url("data:image/svg+xml,1/2")', 'counter(item) "."']) {
    it(`has a payment with ${content} next to it`, async () => {
      const { proxy } = await showProduct(
        `<style>p::before { content: ${content} }</style><p><b class="price">$299</b></p>`,
      );
      expect(proxy.amounts).to.deep.equal([[299]]);
    });
  }

  it('has a payment with a picture', async () => {
    const { proxy } = await showProduct(
      `<style>b::after { content: url("data:image/svg+xml,1/2") }</style><b class="price">$299</b>`,
    );
    expect(proxy.amounts).to.deep.equal([[299]]);
  });

  it('has a payment with a unit that is hidden', async () => {
    const { proxy } = await showProduct(styled('.price::after', "/mo'; opacity: 0; top: '"));
    expect(proxy.amounts).to.deep.equal([[299]]);
  });
});

describe('A price that is crossed out', () => {
  const line = 'text-decoration: line-through';

  for (const markup of [
    '<del class="price">$100</del>',
    '<s class="price">$100</s>',
    '<strike class="price">$100</strike>',
    `<b class="price" style="${line}">$100</b>`,
    `<p style="${line}"><span><b class="price">$100</b></span></p>`,
    `<p style="${line}">Was <b class="price" style="text-decoration: none">$100</b></p>`,
    `<b class="price">Was <i style="${line}">$100</i></b>`,
    `<b class="price"><i style="position: absolute; clip-path: inset(50%)">Was $100</i> <s>$100</s></b>`,
    '<b class="price"><s>$100</s> <i hidden>Save 20%</i></b>',
    '<b class="price"><s>$100</s><sup>1</sup></b>',
    `<p><del><b class="price" style="display: inline-block">$100</b></del></p>`,
    `<style>.was { position: relative; display: inline-block } .was::after { content: ''; position: absolute; inset: 50% 0 auto; border-top: 1px solid }</style><b class="price was">$100</b>`,
    `<style>.was { position: relative } .was::before { content: ''; position: absolute; left: 0; top: 45%; width: 100%; height: 2px; background: red; rotate: -12deg }</style><p style="display: flex"><span class="was"><b class="price" style="display: inline-block">$100</b></span></p>`,
    `<style>.was { position: absolute } .was::after { content: ''; position: absolute; inset: 50% 0 auto; border-top: 1px solid }</style><b class="price was">$100</b>`,
    `<style>.was { position: relative } .was::after { content: ''; position: absolute; left: 0; top: 50%; width: 100%; height: 1px; background: red }</style><p style="display: grid; justify-content: start"><b class="price was">$100</b></p>`,
    `<style>.was { position: relative; float: left } .was::after { content: ''; position: absolute; left: 0; top: 50%; width: 100%; height: 1px; background: red }</style><b class="price was">$100</b>`,
    '<b class="price" style="position: relative; display: block; width: fit-content">$100<i style="position: absolute; inset: 50% 0 auto; height: 1px; background: red"></i></b>',
  ]) {
    it(`doesn't count, even if it's the only one: ${markup}`, async () => {
      const { element, proxy } = await showProduct(markup);
      expect([element.status, proxy.calls.length]).to.deep.equal(['idle', 0]);
    });
  }

  for (const style of [
    'float: left',
    'position: absolute',
    'position: fixed',
    'display: inline-block',
    'display: inline-grid',
  ]) {
    it(`isn't one whose parent has a line, with ${style}`, async () => {
      const { proxy } = await showProduct(
        `<p style="${line}">Sofa <b class="price" style="${style}">$200</b></p>`,
      );
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }

  for (const [what, style] of [
    ['a dash next to the middle', 'left: -12px; top: 50%; width: 8px; height: 1px'],
    ['a dot', 'left: 0; top: 45%; width: 4px; height: 4px'],
    ['a ripple that starts without a size', 'left: 50%; top: 50%; width: 0; height: 0'],
    ['a box without height', 'left: 0; top: 50%; width: 100%; height: 0'],
    ['a transparent line', 'inset: 50% 0 auto; border-top: 1px solid; opacity: 0'],
    ['a line that grows on hover', 'inset: 50% 0 auto; height: 1px; transform: scaleX(0)'],
  ] as const) {
    it(`isn't one with ${what}`, async () => {
      const { proxy } = await showProduct(
        `<style>.marked { position: relative; display: inline-block } .marked::after { content: ''; position: absolute; ${style} }</style><b class="price marked">$200</b>`,
      );
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }
});

describe('A price in an open modal', () => {
  for (const around of ['opacity: 0', 'transform: translateZ(0); overflow: hidden; height: 0']) {
    it(`is seen, although its ancestor has ${around}`, async () => {
      const { wrapper, element, payment } = await showProduct(
        '',
        `<div style="${around}"><dialog><p hidden>${price}</p><b class="price">$200</b>${follows}</dialog></div>`,
      );
      wrapper.querySelector('dialog')!.showModal();
      await until(() => payment() === 'Estimated $20.00/mo');
      expect(element.status).to.equal('ready');
    });
  }
});
