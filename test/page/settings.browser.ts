import { expect } from '@open-wc/testing';
import {
  estimateRequestOf,
  setScriptUrl,
  setSettings,
  settingsOf,
} from '../../src/page/element-settings.js';

function parse(markup: string): Element {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content.firstElementChild!;
}

/** Parses markup, and returns its first `<p>`. */
function inside(markup: string): Element {
  const root = parse(markup);
  return root.matches('p') ? root : root.querySelector('p')!;
}

describe('the settings of an element', () => {
  afterEach(() => setSettings({ endpoint: undefined, location: undefined }));

  it('are /financing and no location, by default', () => {
    expect(settingsOf(inside('<p></p>'))).to.deep.equal({
      endpoint: '/financing',
      location: undefined,
    });
  });

  it('come from its attributes first', () => {
    setSettings({ endpoint: '/configured', location: 'configured' });
    const element = inside(
      '<div data-financing-endpoint="/near" data-financing-location="near"><p endpoint="/own" location="own"></p></div>',
    );
    expect(settingsOf(element)).to.deep.equal({ endpoint: '/own', location: 'own' });
  });

  it('come from the nearest ancestor next', () => {
    setSettings({ endpoint: '/configured', location: 'configured' });
    const element = inside(
      '<div data-financing-endpoint="/far" data-financing-location="far"><div data-financing-location="near"><p></p></div></div>',
    );
    expect(settingsOf(element)).to.deep.equal({ endpoint: '/far', location: 'near' });
  });

  it('come through shadow roots', () => {
    const host = parse('<div data-financing-location="outside"></div>');
    host.attachShadow({ mode: 'closed' }).append(inside('<p></p>'));
    const outer = parse('<div data-financing-endpoint="/outer"><span></span></div>');
    outer.firstElementChild!.attachShadow({ mode: 'open' }).append(host);
    const inner = outer.firstElementChild!.shadowRoot!.firstElementChild!;
    expect(settingsOf(inner)).to.deep.equal({ endpoint: '/outer', location: 'outside' });
  });

  it('come from configure() next', () => {
    setSettings({ endpoint: '/configured', location: 'configured' });
    expect(settingsOf(inside('<p location=""></p>'))).to.deep.equal({
      endpoint: '/configured',
      location: 'configured',
    });
  });

  for (const script of [
    '/static/app.js',
    '/static/elements.js/x',
    '/static/my-elements.js',
    'https://cdn.example/financing/elements.js',
  ]) {
    it(`do not come from the script ${script}`, () => {
      setScriptUrl(new URL(script, document.baseURI).href);
      expect(settingsOf(inside('<p></p>')).endpoint).to.equal('/financing');
    });
  }

  // These tests have to be the last ones, because the URL of the script can't be reset.
  for (const [script, directory] of [
    ['/elements.js', ''],
    ['/pay/elements.js?v=2', '/pay'],
    ['/pay/here/elements.0a1b2c3d.js', '/pay/here'],
  ] as const) {
    it(`come from the directory of the script ${script}`, () => {
      setScriptUrl(new URL(script, document.baseURI).href);
      expect(settingsOf(inside('<p></p>')).endpoint).to.equal(globalThis.origin + directory);
    });
  }
});

describe('the estimate request of an element', () => {
  it('rounds the amount of an estimate to cents, half a cent up', () => {
    const element = document.createElement('financing-estimate');
    for (const amount of [19.995, '1299.005', '$1,299.0050'] as const) {
      element.amount = amount;
      const expected = amount === 19.995 ? 20 : 1299.01;
      expect(estimateRequestOf(element)).to.include({ amount: expected });
    }
  });

  it('has an error for a third decimal in the amount of a button', () => {
    const button = document.createElement('pay-over-time-button');
    button.amount = 19.995;
    expect(estimateRequestOf(button)?.error).to.equal('invalid-amount');
  });

  it("has the browser's time zone if the page asks for it", () => {
    const { timeZone } = estimateRequestOf(inside('<p amount="1" time-zone="browser"></p>'))!;
    expect(timeZone).to.equal(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});
