/**
 * Tests pages whose scripts or elements replace built-ins of the browser. The replacements behave like those of MooTools 1.6
 * with its compatibility layer, Prototype 1.6 and 1.7, and old shims.
 */
import { expect } from '@open-wc/testing';
import { createFakeProxy, link } from '../client/fake-proxy.js';
import { until } from '../support/until.js';
import { estimate, open, opensDetails, script, shown } from './built-page.js';

const mooTools = `
  window.Document = document.$constructor = function () {};
  window.Window = function () {};
  window.Event = window.DOMEvent = function (event) { this.event = event; };
  window.Request = function () {};
  Array.from = (item) => (item == null ? [] : typeof item.length === 'number' ? [].slice.call(item) : [item]);
  Function.prototype.bind = function (that) { return (...rest) => this.apply(that, rest); };
  Element.prototype.get = Element.prototype.set = Element.prototype.clone = function () { return this; };
  Array.prototype.contains = Array.prototype.each = Array.prototype.empty = function () {};`;

const prototype = `
  Array.from = (items) => {
    const result = [];
    for (let index = 0; index < (items.length || 0); index++) result[index] = items[index];
    return result;
  };
  Object.assign(Array.prototype, {
    entries() { return this.slice(); },
    find(matches, that) { return this.filter(matches, that)[0]; },
    map(convert, that) { const all = []; this.forEach((each, index) => all.push(convert.call(that, each, index))); return all; },
    toJSON() { return '[' + this.join(', ') + ']'; },
  });
  Object.assign(String.prototype, { toJSON() { return JSON.stringify(String(this)); }, sub() {}, times() {} });
  Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
  Element.prototype.update = Element.prototype.select = Element.prototype.toggle = function () {};`;

const toJson = `
  for (const type of [Array, Boolean, Date, Number, Object, String]) type.prototype.toJSON = () => 'text';`;

const pages: Record<string, string> = {
  MooTools: `<script>${mooTools}</script>`,
  Prototype: `<script>${prototype}</script>`,
  'toJSON on built-in prototypes': `<script>${toJson}</script>`,
  'shims for Document, URL, and Event':
    '<script>Document = URL = Event = function () { this.href = "shim"; }</script>',
  'variables named Document, URL, and Event':
    '<script>var Document = 1, URL = "/shop", Event = { on: true };</script>',
  'enumerable additions to Object.prototype':
    '<script>Object.prototype.each = Object.prototype.extend = function () {};</script>',
};

/** The global variables that lit reads. If none is set, the browser returns an element with that ID or name. */
const text = await (await fetch('/dist/elements.js')).text();
const litNames = new Set(text.match(/\b(lit[A-Z]|reactive[A-Z]|Shady|trustedTypes\b)\w*/g));
for (const tag of ['i id', 'img name', 'iframe name']) {
  pages[`elements named as globals of lit (${tag})`] = [...litNames, 'baseURI']
    .map((name) => `<${tag}="${name}"></${tag.split(' ')[0]}>`)
    .join('');
}

describe('dist/elements.js on a page with', () => {
  for (const [what, replacement] of Object.entries(pages)) {
    it(`${what} shows its line and details, and creates a link`, async () => {
      const button =
        '<pay-over-time-button amount="1000" location="a" transaction-id="t" redirect-url="/thanks"></pay-over-time-button>';
      const page = await open(`${replacement}${estimate}${button}${script}`);
      expect(await shown(page)).to.equal('Estimated $100.00/mo');
      expect(await opensDetails(page)).to.equal(true);

      const proxy = createFakeProxy();
      const urls: string[] = [];
      page.view.fetch = proxy.fetch;
      page.document.addEventListener('financing-link', (event) => {
        event.preventDefault();
        urls.push(event.url);
      });
      page.document.querySelector('pay-over-time-button')!.click();
      await until(() => urls.length);
      expect(urls).to.deep.equal([link]);
      expect(proxy.calls[0]!.body).to.include({
        amount: 1000,
        redirectUrl: `${location.origin}/thanks`,
      });
      const { errors, violations, warnings } = page.wrong;
      expect([...errors, ...violations, ...warnings]).to.deep.equal([]);
    });
  }

  it('toJSON on built-in prototypes caches its estimates for the next page', async () => {
    await shown(await open(`${pages['toJSON on built-in prototypes']}${estimate}${script}`));
    const cached = JSON.parse(sessionStorage.getItem('financing-estimates')!) as unknown[];
    expect(cached).to.have.length(1);
  });
});
