// @ts-check
// How a cart and an order show their products.

/** @typedef {import('./back-end.js').PricedItem} PricedItem */

/** The picture of each product, and its colors by finish. @type {Readonly<Record<string, [art: string, color: string]>>} */
const pictures = {
  'hollis-sofa/linen': ['sofa', 'oat'],
  'hollis-sofa/wool': ['sofa', 'sage'],
  'hollis-sofa/leather': ['sofa', 'clay'],
  'corrie-chair': ['armchair', 'mist'],
  'drift-table': ['low-table', 'sage'],
  'beacon-lamp': ['floor-lamp', 'oat'],
};

/** Draws the picture of a product. @param {string} id */
export function pictureOf(id) {
  const [product, , finish] = id.split('/');
  const [art, color] = pictures[finish ? `${product}/${finish}` : id] ?? ['sofa', 'oat'];
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  const use = document.createElementNS(namespace, 'use');
  picture.setAttribute('class', `art ${color}`);
  picture.setAttribute('viewBox', '0 0 200 150');
  picture.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `/art/indoor.svg#${art}`);
  picture.append(use);
  return picture;
}

/** Separates options, so that each one is a separate text and can be translated. @param {readonly string[]} options */
export function listOf(options) {
  return options.flatMap((option, index) => (index > 0 ? [', ', option] : [option]));
}

/** @param {number} amount */
export function dollars(amount) {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/**
 * Renders the products of an order, its total, and the plan if the order is paid over time.
 * @param {{ items: PricedItem[], total: number }} cart
 * @param {boolean} isFinanced
 */
export function renderReceipt({ items, total }, isFinanced) {
  const lines = element('ul', 'lines');
  lines.setAttribute('role', 'list');
  for (const { id, name, options, price, quantity } of items) {
    const line = element('li');
    const text = element('div');
    text.append(
      element('h3', '', name),
      element('p', 'quiet', ...listOf(options)),
      element('p', 'quiet', 'Quantity', ` ${quantity}`),
    );
    line.append(pictureOf(id), text, element('p', 'price', dollars(price * quantity)));
    lines.append(line);
  }
  const sum = element('p', 'sum');
  sum.append(element('span', '', 'Total'), element('span', 'price', dollars(total)));
  const parts = [element('h2', '', 'Your order'), lines, sum];
  if (isFinanced) {
    const estimate = document.createElement('financing-estimate');
    estimate.setAttribute('amount', total.toFixed(2));
    parts.push(element('h2', '', 'Your plan'), estimate);
  }
  return parts;
}

/** @param {string} tag @param {string} [name] @param {string[]} texts */
function element(tag, name = '', ...texts) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...texts);
  return made;
}
