import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { pageOrigin } from '../../src/client/page-urls.js';
import { warningDependencies } from '../../src/page/console-warning-dependencies.js';
import { printWarnings } from '../../src/page/console-warning-texts.js';
import {
  estimateTag,
  nextCall,
  proxy,
  show,
  showButton,
  useConsole,
  useHeldTimers,
} from '../elements/page.js';
import { dialogOf, submit } from '../elements/shadow-tree.js';
import { nextTurn, until } from '../support/until.js';
import { type Call } from '../client/fake-proxy.js';

const heard = useConsole();
// Hold the timer that inspects the page for mistakes.
useHeldTimers((delay) => delay === 2_000);

/** Shows markup, responds to its first call with `answer`, and returns the sentences in the console. */
async function explained(markup: string, answer?: (call: Call) => void): Promise<string[]> {
  if (answer) proxy.hold();
  await show(markup);
  if (answer) answer(await nextCall());
  await until(() => heard.warnings.length);
  return heard.sentences();
}

const prequal = (attributes: string) =>
  `<prequal-button location="a" target="_self" ${attributes}></prequal-button>`;
const loan = (attributes: string) =>
  `<pay-over-time-button amount="520" location="a" transaction-id="t" target="_self" ${attributes}></pay-over-time-button>`;
const follows = '<financing-estimate amount-from=".price"></financing-estimate>';

describe('A failure', () => {
  describe('in the request of an element', () => {
    for (const tag of ['financing-estimate', 'pay-over-time-button']) {
      it(`is explained for an amount that may be in cents: ${tag}`, async () => {
        const nothing = { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
        const sentences = await explained(
          `<${tag} amount="129900" location="a" transaction-id="t"></${tag}>`,
          (call) => call.respond([{ id: '12990000', ...nothing }]),
        );
        expect(sentences).to.deep.equal([
          `<${tag}>: The amount is $129,900.00, which can't be financed here. Amounts are in dollars: write $1,299.00 as 1299.`,
        ]);
      });
    }

    for (const [others, summary] of [
      [0, undefined],
      [1, 'The price of 1 more element is not a clear amount in US dollars, either.'],
      [7, 'The prices of 7 more elements are not clear amounts in US dollars, either.'],
    ] as const) {
      it(`is explained for five prices of a list, and counted for ${others} more`, async () => {
        const cards = Array.from(
          { length: 5 + others },
          (_, index) => `<p><b class="price">1.29${index},00</b> ${follows}</p>`,
        );
        await show(`<div>${cards.join('')}</div>`);
        const expected = summary === undefined ? 5 : 6;
        await until(() => heard.warnings.length >= expected);
        await nextTurn();
        const sentences = heard.sentences();
        for (const index of [0, 1, 2, 3, 4])
          expect(sentences[index]).to.contain(
            `amount-from=".price" finds the text "1.29${index},00"`,
          );
        expect(sentences.slice(5)).to.deep.equal(summary ? [`amount-from: ${summary}`] : []);
      });
    }

    const prices = (count: number) =>
      Array.from({ length: count }, (_, index) => `<b class="price">$${index + 1}00</b>`);
    const elsewhere = estimateTag(520, 'endpoint="https://pay.example/f"');

    for (const [what, markup, answer, pattern] of [
      [
        'several prices next to each other',
        `<p>${prices(2).join(' – ')} ${follows}</p>`,
        undefined,
        /finds several prices next to each other, "\$100 – \$200" and "\$200", so it isn't clear/,
      ],
      [
        'more prices next to each other than it names',
        `<p>${prices(7).join(' ')} ${follows}</p>`,
        undefined,
        /"\$100", "\$200", "\$300", "\$400", "\$500" and 2 more/,
      ],
      [
        "a proxy on the same origin that doesn't respond",
        estimateTag(520, 'endpoint="/pay"'),
        (call) => call.fail(),
        /^<financing-estimate>: The proxy at "\/pay" didn't respond \(network\)\. .*\/health/,
      ],
      [
        "another origin that doesn't respond",
        elsewhere,
        (call) => call.fail(),
        new RegExp(`https://pay.example failed.*${globalThis.origin}.*FINANCING_ALLOWED_ORIGINS`),
      ],
      [
        "a response that isn't from the proxy",
        estimateTag(520),
        (call) => call.respond({}, { status: 502 }),
        /"\S*\/financing" isn't from the proxy .*502.*start the proxy.*server\.proxy/,
      ],
    ] as [string, string, ((call: Call) => void) | undefined, RegExp][]) {
      it(`is explained for ${what}`, async () => {
        const [sentence] = await explained(markup, answer);
        expect(sentence).to.match(pattern);
      });
    }

    for (const [code, pattern] of [
      ['origin-not-allowed', new RegExp(`${globalThis.origin}.*FINANCING_ALLOWED_ORIGINS`)],
      ['location-not-allowed', /"main-street".*FINANCING_LOCATIONS/],
      ['location-not-found', /doesn't know the location "main-street"/],
      ['invalid-request', /"errors"/],
      ['bad-credentials', /financing-elements check/],
      ['not-found', /no proxy at the endpoint ".*\/financing"/],
    ] as const) {
      it(`is explained for ${code}`, async () => {
        const [sentence] = await explained(estimateTag(520, 'location="main-street"'), (call) =>
          call.respond({ code }, { status: 403 }),
        );
        expect(sentence).to.match(pattern);
        const page = ` More: docs/errors.md#${code} in the package financing-elements.`;
        expect(sentence!.endsWith(page)).to.equal(true);
      });
    }

    for (const [markup, pattern] of [
      [
        'amount="1.299,00"',
        /amount="1\.299,00" is not a clear amount in US dollars\. Write it as 1299/,
      ],
      ['amount="0"', /amount="0" is not a price\. .* empty cart, leave amount out\./],
      ['amount="1299" endpoint="//pay.example"', /endpoint "\/\/pay\.example" can't be used/],
      ['amount="1299" endpoint="https://me:hunter2@pay.example"', /endpoint with user info can't/],
      ['amount-from="$$"', /amount-from="\$\$" isn't a valid CSS selector \(invalid-selector\)/],
      [`amount="${'9'.repeat(500)}"`, /amount="9{60}…" is not/],
    ] as const) {
      it(`is explained for ${markup.slice(0, 60)}`, async () => {
        const [sentence] = await explained(`<financing-estimate ${markup}></financing-estimate>`);
        expect(sentence).to.match(pattern);
        expect(sentence).not.to.contain('hunter2');
      });
    }

    it('requests nothing for a button with amount-from, because a button follows no price', async () => {
      await show(
        '<div><b class="price">$500.00</b><pay-over-time-button amount-from=".price"></pay-over-time-button></div>',
      );
      await nextTurn();
      expect(proxy.calls.length).to.equal(0);
    });

    it('is reported once per element, regardless of how often it fails', async () => {
      proxy.hold();
      const element = await show<FinancingEstimateElement>(estimateTag(520));
      for (const [index, code] of ['invalid-request', 'invalid-request', 'not-found'].entries()) {
        (await nextCall(index + 1)).respond({ code }, { status: 400 });
        await until(() => element.status === 'error');
        element.refresh();
      }
      await until(() => heard.sentences().some((text) => text.includes('no proxy')));
      expect(heard.warnings.length).to.equal(2);
    });

    for (const code of ['network', 'origin-not-allowed'] as const) {
      it(`is explained for ${code} in a page without an origin, such as a file`, async () => {
        const element = await show<HTMLElement>(elsewhere);
        // WebKit's compiler caches `window.origin`, so the test can't replace it.
        const dependencies = warningDependencies.map((each) =>
          each === pageOrigin ? () => 'null' : each,
        );
        printWarnings(element, code, dependencies as unknown as typeof warningDependencies);
        const [sentence, ...others] = heard.sentences();
        expect(sentence).to.match(/from a file.*Open it at an http:\/\/ or https/);
        expect(sentence).not.to.match(/FINANCING_ALLOWED_ORIGINS/);
        expect(others).to.deep.equal([]);
      });
    }

    it('is explained for a link at another origin that an attribute around it names', async () => {
      const button = await showButton(
        '<div data-financing-endpoint="https://pay.example/f"><prequal-button location="a"></prequal-button></div>',
      );
      button.click();
      await until(() => heard.warnings.length);
      expect(heard.sentences()[0]).to.match(
        /No link was created .* names https:\/\/pay\.example, .*configure\(\{ endpoint: "https:\/\/pay\.example\/f" \}\)/,
      );
    });

    it("is explained for a purchase that isn't verified, with the three ways to verify it", async () => {
      proxy.hold();
      const button = await showButton(loan(''));
      (await nextCall()).respond();
      button.click();
      (await nextCall(2)).respond({ code: 'purchase-not-verified' }, { status: 403 });
      await until(() => heard.warnings.length);
      expect(heard.sentences()[0]).to.match(
        /resolvePurchase.*purchase="…".*trustPageAmount.*only for trying things out/,
      );
    });

    for (const [code, markup, pattern] of [
      ['sms-not-allowed', prequal('delivery="sms"'), /FINANCING_SMS=on .*delivery="open"/],
      [
        'purchase-not-verified',
        loan('purchase="v1.order=1"'),
        /purchase token is not valid .*FINANCING_PURCHASE_SECRET.*expired/,
      ],
      [
        'redirect-not-allowed',
        loan('redirect-url="https://shop.example/back?order=1"'),
        /redirect-url on https:\/\/shop\.example \(.*FINANCING_REDIRECT_ORIGINS.*\$http_host/,
      ],
      [
        'department-not-allowed',
        prequal('department-id="7"'),
        /department-id="7" \(department-not-allowed\).*FINANCING_DEPARTMENTS/,
      ],
      [
        'source-platform-not-allowed',
        prequal('source-platform="pos"'),
        /source-platform="pos" \(source-platform-not-allowed\).*FINANCING_SOURCE_PLATFORMS/,
      ],
      ['method-not-allowed', prequal(''), /no proxy at the endpoint ".*\/financing"/],
    ] as const) {
      it(`is explained for a link that's refused with ${code}`, async () => {
        proxy.hold();
        const button = await showButton(markup);
        button.click();
        if (button.delivery === 'sms') {
          await until(() => dialogOf(button).open);
          await submit(button);
        }
        const linkCall = () => proxy.calls.find(({ url }) => /link/.test(url.pathname));
        await until(linkCall);
        linkCall()!.respond({ code }, { status: 403 });
        await until(() => heard.warnings.length);
        expect(heard.sentences()[0]).to.match(pattern);
        expect(heard.sentences()[0]).not.to.contain('order=1');
      });
    }

    it('names the pre-fill details that are left out, without their values', async () => {
      const button = await showButton(prequal('representative-email="a@b.example"'));
      button.customerDetails = {
        firstName: 'Ann',
        phone: '+44 20 7946 0123',
        email: 5 as unknown as string,
        dateOfBirth: '1/2/1990',
        lastName: ' ',
      };
      button.customerPhoneNumber = '\u202a(415)\u00a0555\u20110123\u202c'; // copied from contacts
      button.addEventListener('financing-link', (event) => event.preventDefault());
      button.click();
      await until(() => proxy.calls.length && heard.warnings.length);
      expect(heard.sentences()).to.have.length(1);
      expect(heard.sentences()[0]).to.match(
        /not pre-filled with customerDetails\.phone, customerDetails\.email, customerDetails\.dateOfBirth, which/,
      );
      expect(heard.sentences()[0]).not.to.match(/7946|Ann/);
    });
  });
});
