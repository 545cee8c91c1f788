import { expect } from '@open-wc/testing';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import {
  merchantLocation,
  payOverTimeLink,
  prequalLink,
  toRequest,
} from '../conformance/requests.js';

let sandbox: Sandbox;
const origin = 'http://sandbox.test';
const texts = { sendSMS: true };

/** Replaces the test page with a page of the sandbox. Its forms don't work. */
async function show(url: string, language = 'en'): Promise<void> {
  const headers = { accept: 'text/html' };
  const response = await sandbox.fetch(new Request(`${url}?lang=${language}`, { headers }));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceChildren(...page.head.querySelectorAll('style'), ...page.body.children);
}

async function linkOf(send: Parameters<typeof toRequest>[1]): Promise<string> {
  const response = await sandbox.fetch(toRequest(origin, send));
  return ((await response.json()) as { url: string }).url;
}

const pages = {
  prequal: () => linkOf(prequalLink({ ...texts, referral: 'visit-7' })),
  checkout: () => linkOf(payOverTimeLink({ ...texts, redirectUrl: 'https://shop.example/' })),
  onboarding: () => linkOf(merchantLocation(texts)),
  outbox: () => Promise.resolve(`${origin}/sandbox/outbox`),
  index: () => Promise.resolve(`${origin}/sandbox/`),
  unknown: () => Promise.resolve(`${origin}/sandbox/prequal/unknown`),
};

describe('A page of the sandbox', () => {
  const own = [...document.body.childNodes];
  beforeEach(() => {
    sandbox = createSandbox();
  });
  afterEach(() => {
    document.body.replaceChildren(...own);
    document.body.removeAttribute('style');
    document.documentElement.removeAttribute('style');
  });

  for (const [name, urlOf] of Object.entries(pages)) {
    it(`is accessible: ${name}`, async () => {
      await show(await urlOf());
      await expect(document.body).to.be.accessible();
    });

    for (const language of ['en', 'es']) {
      it(`fits a phone, with a mark of the sandbox in one row: ${name}, ${language}`, async () => {
        await show(await urlOf(), language);
        expect(document.documentElement.lang).to.equal(language);
        document.body.style.width = '320px';
        const banner = document.querySelector<HTMLElement>('.banner')!;
        expect(banner.textContent).to.contain('Sandbox');
        expect(banner.offsetHeight).to.be.at.most(40);
        expect(banner.offsetTop).to.equal(document.body.offsetTop);
        for (const [width, size] of [
          ['320px', '100%'],
          ['390px', '200%'],
        ] as const) {
          document.body.style.width = width;
          document.documentElement.style.fontSize = size;
          expect(`${document.body.scrollWidth}px`, size).to.equal(width);
        }
      });
    }
  }

  for (const [language, tiles] of [
    ['en', ['12 payments', '9.99% APR', '$0 due today']],
    ['es', ['12 pagos', '9.99% APR', '$0 hoy']],
  ] as const) {
    it(`leads with the payment and its terms on a phone: checkout, ${language}`, async () => {
      await show(await pages.checkout(), language);
      document.body.style.width = '320px';
      const amount = document.querySelector<HTMLElement>('.figure strong')!;
      expect(amount.textContent).to.equal('$114.20');
      const sizes = [...document.querySelectorAll('main *')].map((each) =>
        parseFloat(getComputedStyle(each).fontSize),
      );
      expect(parseFloat(getComputedStyle(amount).fontSize)).to.equal(Math.max(...sizes));
      const shown = [...document.querySelectorAll<HTMLElement>('.tiles li')];
      expect(shown.map(({ textContent }) => textContent)).to.deep.equal(tiles);
      expect(new Set(shown.map(({ offsetTop }) => offsetTop)).size).to.equal(1);
      expect(shown[0]!.getBoundingClientRect().bottom).to.be.at.most(500);
      document.documentElement.style.fontSize = '200%';
      const digits = document.createRange();
      digits.selectNodeContents(amount);
      expect(digits.getClientRects()).to.have.length(1);
    });
  }
});
