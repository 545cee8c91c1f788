import { expect } from '@open-wc/testing';
import { nextTurn, until } from '../../support/until.js';
import { createDocument, lineOf, script, show, showProduct } from '../page.js';

const two = '<b class="price one">$100</b><p>Members: <b class="price two">$200</b></p>';

/** Shows a product without the timer that reads all prices, so that only events can lead to a new reading. */
async function showUntimedProduct(...product: Parameters<typeof showProduct>) {
  const { setInterval } = globalThis;
  globalThis.setInterval = (() => 0) as never;
  try {
    return await showProduct(...product);
  } finally {
    globalThis.setInterval = setInterval;
  }
}

/** Changes the page, and waits until all prices were read again. */
async function settledAfter(change: () => void, wrapper: Element): Promise<void> {
  change();
  await nextTurn();
  wrapper.dispatchEvent(new Event('click', { bubbles: true }));
  await new Promise(requestAnimationFrame);
  await nextTurn();
}

describe('A price that was visible', () => {
  it('has no payment once the shopper clears the choice', async () => {
    const { wrapper, element, payment } = await showProduct('<p><b class="price">$200</b></p>');
    expect(payment()).to.equal('Estimated $20.00/mo');
    wrapper.querySelector('p')!.hidden = true;
    await until(() => element.status === 'idle');
    expect(lineOf(element)).to.equal(undefined);
  });

  it('has no payment while the tab with it is closed', async () => {
    const { wrapper, element, payment } = await showProduct(
      '<style>[aria-selected=false] + p { height: 0; overflow: hidden }</style><a aria-selected="true">Price</a><p><b class="price">$200</b></p>',
    );
    const tab = wrapper.querySelector('a')!;
    tab.ariaSelected = 'false';
    await until(() => element.status === 'idle');
    tab.ariaSelected = 'true';
    await until(() => payment() === 'Estimated $20.00/mo');
  });

  it('has no payment while its product is replaced next to another one', async () => {
    const { wrapper, element, payment } = await showProduct(
      '<main><b class="price">$200</b></main><h2>Related</h2><b class="price">$300</b>',
    );
    const main = wrapper.querySelector('main')!;
    main.textContent = 'Loading';
    await until(() => element.status === 'idle');
    main.innerHTML = '<b class="price">$100</b>';
    await until(() => payment() === 'Estimated $10.00/mo');
  });

  it('keeps its payment if another one shows the same price', async () => {
    const { wrapper, proxy, payment } = await showProduct(
      '<b class="price">$200</b><p>In the bar: <b class="price">$200</b></p>',
    );
    wrapper.querySelector('b')!.remove();
    wrapper.dispatchEvent(new Event('click', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await nextTurn();
    expect(payment()).to.equal('Estimated $20.00/mo');
    expect(proxy.calls.length).to.equal(1);
  });

  it('has no payment once its element is gone and another one is hidden', async () => {
    const { wrapper, element } = await showProduct(
      '<b class="price">$200</b><p hidden><b class="price">$300</b></p>',
    );
    wrapper.querySelector('b')!.remove();
    await until(() => element.status === 'idle');
  });

  for (const [how, close] of [
    ['hidden', (view: HTMLElement) => (view.hidden = true)],
    ['transparent', (view: HTMLElement) => (view.style.opacity = '0')],
    ['moved off the canvas', (view: HTMLElement) => (view.style.translate = '-9999px')],
    ['folded', (view: HTMLElement) => (view.style.cssText = 'height: 0; overflow: hidden')],
  ] as const) {
    it(`keeps its payment in a quick view that is ${how}, with the element in it`, async () => {
      const { wrapper, proxy, payment } = await showProduct('<p><b class="price">$200</b></p>');
      await settledAfter(() => close(wrapper), wrapper);
      expect(payment()).to.equal('Estimated $20.00/mo');
      expect(proxy.calls.length).to.equal(1);
    });
  }

  const cut = '<p style="width: 300px; overflow: hidden"></p>';

  it('keeps its payment in a card that a carousel cuts off at its edge', async () => {
    const { wrapper, element, proxy, payment } = await showProduct('<b class="price">$200</b>');
    wrapper.insertAdjacentHTML('beforebegin', cut);
    wrapper.previousElementSibling!.append(wrapper);
    await settledAfter(() => (wrapper.style.transform = 'translateX(-80px)'), wrapper);
    expect([payment(), proxy.calls.length]).to.deep.equal(['Estimated $20.00/mo', 1]);
    wrapper.querySelector('b')!.textContent = '$100';
    await until(() => element.status === 'idle');
    wrapper.style.transform = '';
    await until(() => payment() === 'Estimated $10.00/mo');
  });

  it('has no payment at the edge of a carousel without the element', async () => {
    const { wrapper, element } = await showProduct(
      cut.replace('></p>', '><b class="price">$200</b></p>'),
    );
    const price = wrapper.querySelector<HTMLElement>('b')!;
    price.style.cssText = 'display: block; transform: translateX(-80px)';
    await until(() => element.status === 'idle');
  });

  it('changes nothing for the price of a <meta>', async () => {
    const { wrapper, payment } = await showProduct('<meta class="price" content="200">');
    wrapper.append('Hello');
    await nextTurn();
    expect(payment()).to.equal('Estimated $20.00/mo');
  });
});

describe('A change of the visible price is noticed', () => {
  const chosen =
    '<style>input:checked ~ .one, input:not(:checked) ~ .two { display: none }</style>';

  for (const [what, markup, act] of [
    ['a click', '<input type="checkbox">', (input: HTMLInputElement) => input.click()],
    [
      'a choice',
      '<input type="radio">',
      (input: HTMLInputElement) => {
        input.checked = true;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
    ],
  ] as const) {
    it(`after ${what} in a modal that stops its events`, async () => {
      const { wrapper, payment } = await showUntimedProduct(
        `${chosen}${markup}<b class="price one">$100</b><b class="price two">$200</b>`,
      );
      for (const type of ['click', 'input', 'change'])
        wrapper.addEventListener(type, (event) => event.stopPropagation());
      expect(payment()).to.equal('Estimated $10.00/mo');
      act(wrapper.querySelector('input')!);
      await until(() => payment() === 'Estimated $20.00/mo');
    });
  }

  it('after a change of its label, at once', async () => {
    const { wrapper, element } = await showUntimedProduct(
      '<p><i></i> <span><b class="price">$200</b></span></p>',
    );
    expect(element.status).to.equal('ready');
    const before = performance.now();
    wrapper.querySelector('i')!.textContent = 'From';
    await until(() => element.status === 'error');
    expect(performance.now() - before).to.be.below(900);
  });

  it('after a style sheet that loads late', async () => {
    const { payment } = await showUntimedProduct(two);
    const url = URL.createObjectURL(new Blob(['.one { opacity: 0 }'], { type: 'text/css' }));
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url });
    document.head.append(link);
    await until(() => payment() === 'Estimated $20.00/mo');
    link.remove();
    await until(() => payment() === 'Estimated $10.00/mo');
  });

  it('after a style element that is added or changed', async () => {
    const { payment } = await showUntimedProduct(two);
    const style = document.createElement('style');
    style.textContent = '.one { text-decoration: line-through }';
    document.head.append(style);
    await until(() => payment() === 'Estimated $20.00/mo');
    style.textContent = '';
    await until(() => payment() === 'Estimated $10.00/mo');
    style.remove();
  });

  it('after a style sheet that a script adopts', async () => {
    const { payment } = await showProduct(two);
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    sheet.replaceSync('.one { opacity: 0 }');
    await until(() => payment() === 'Estimated $20.00/mo');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });

  for (const [what, style] of [
    ['transition', '.one { transition: opacity 50ms } .chosen .one { opacity: 0 }'],
    [
      'animation',
      '@keyframes leave { to { opacity: 0 } } .chosen .one { animation: leave 50ms forwards }',
    ],
  ] as const) {
    it(`at the end of the ${what}, also if the page stops the event`, async () => {
      const { wrapper, payment } = await showUntimedProduct(`<style>${style}</style>${two}`);
      wrapper.addEventListener(`${what}end`, (event) => event.stopPropagation());
      wrapper.className = 'chosen';
      await until(() => payment() === 'Estimated $20.00/mo');
    });
  }

  it('after a change of a class elsewhere on the page', async () => {
    const elsewhere = await show('<i></i>');
    const { payment } = await showUntimedProduct(
      `<style>body:has(.chosen) .one { display: none }</style>${two}`,
    );
    expect(payment()).to.equal('Estimated $10.00/mo');
    elsewhere.className = 'chosen';
    await until(() => payment() === 'Estimated $20.00/mo');
  });

  it('after a change of the width of the window', async () => {
    const page = await createDocument();
    const { document, view } = page;
    const estimate = '<financing-estimate amount-from=".price"></financing-estimate>';
    const styles = '<style>@media (max-width: 500px) { .one { display: none } }</style>';
    document.write(styles, two, estimate, script);
    document.close();
    await until(() => page.estimates[0]?.status === 'ready');
    expect(lineOf(page.estimates[0]!)).to.contain('Estimated $10.00/mo');
    (view.frameElement as HTMLIFrameElement).width = '400';
    await until(() => lineOf(page.estimates[0]!)?.startsWith('Estimated $20.00/mo'));
  });
});

describe('The prices on a page are read', () => {
  const { selectNodeContents } = Range.prototype;
  let read: Node[] = [];

  beforeEach(() => {
    Range.prototype.selectNodeContents = function (node) {
      if (node.parentElement!.matches('.price')) read.push(node);
      selectNodeContents.call(this, node);
    };
  });
  afterEach(() => {
    Range.prototype.selectNodeContents = selectNodeContents;
  });

  it('at most twice in a frame, however often they change', async () => {
    const { wrapper, payment } = await showUntimedProduct('<b class="price">$100</b>');
    const price = wrapper.querySelector('b')!;
    await new Promise(requestAnimationFrame);
    read = [];
    for (let dollars = 101; dollars <= 200; dollars++) {
      price.textContent = `$${dollars}`;
      await Promise.resolve(); // so that the browser reports each change separately
    }
    expect(read.length).to.be.lessThan(3);
    await until(() => payment() === 'Estimated $20.00/mo');
  });

  /** Shows a list of products, and waits until all are read. */
  async function showList(count: number) {
    const card =
      '<li><h3>Chair</h3><b class="price">$100</b><financing-estimate amount-from=".price"></financing-estimate></li>';
    const { wrapper } = await showUntimedProduct(`<ul>${card.repeat(count)}</ul>`, '');
    const estimates = [...wrapper.querySelectorAll('financing-estimate')];
    await until(() => estimates.every(({ status }) => status === 'ready'));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    read = [];
    return wrapper;
  }

  it('only near a change of a text', async () => {
    const wrapper = await showList(2);
    (wrapper.querySelector('h3')!.firstChild as Text).data = 'Armchair';
    await nextTurn();
    const areRead = [...wrapper.querySelectorAll('b')].map((each) =>
      read.includes(each.firstChild!),
    );
    expect(areRead).to.deep.equal([true, false]);
  });

  it('only near the viewport if their estimates are lazy', async () => {
    const card = (style: string) =>
      `<li style="${style}"><b class="price">$100</b><financing-estimate amount-from=".price" loading="lazy"></financing-estimate><p>In stock</p></li>`;
    const { wrapper } = await showUntimedProduct(
      `<ul>${card('')}${card('margin-block-start: 20000px')}</ul>`,
      '',
    );
    const [near, far] = wrapper.querySelectorAll('financing-estimate');
    const farPrice = wrapper.querySelector('li:last-child b')!.firstChild;
    await until(() => near!.status === 'ready');
    expect(read.includes(farPrice!)).to.equal(false);
    far!.scrollIntoView();
    await until(() => far!.status === 'ready');
    expect(read.includes(farPrice!)).to.equal(true);
  });

  it('in every other frame while the page around them keeps changing', async () => {
    const wrapper = await showList(1);
    let framesWithReading = 0;
    for (let frame = 0; frame < 10; frame++) {
      read = [];
      wrapper.querySelector('ul')!.className = `step-${frame}`;
      await new Promise(requestAnimationFrame);
      if (read.length) framesWithReading += 1;
    }
    expect(framesWithReading).to.be.within(3, 6);
  });

  describe('on a device where one price takes longer than a check may', () => {
    const now = performance.now.bind(performance);
    beforeEach(() => {
      let calls = 0;
      performance.now = () => now() + (calls += 1_000);
    });
    afterEach(() => {
      Reflect.deleteProperty(performance, 'now');
    });

    it('over several frames after a change near them', async () => {
      const wrapper = await showList(4);
      wrapper.querySelector('ul')!.className = 'sale';
      await nextTurn();
      expect(new Set(read).size).to.equal(1);
      await until(() => new Set(read).size === 4);
    });

    it('at once if they change themselves', async () => {
      const wrapper = await showList(4);
      const texts = [...wrapper.querySelectorAll('b')].map((price) => price.firstChild as Text);
      for (const text of texts) text.data = '$200';
      await nextTurn();
      expect([...new Set(read)]).to.deep.equal(texts);
    });
  });
});
