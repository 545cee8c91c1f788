import { expect } from '@open-wc/testing';
import { setScriptUrl } from '../../src/page/element-settings.js';
import { inspectTagsLater } from '../../src/page/console-warnings.js';
import { loadPrices } from '../../src/page/lazy-prices.js';
import { nextCall, proxy, show, useConsole, useHeldTimers } from '../elements/page.js';
import { nextTurn, until } from '../support/until.js';

const heard = useConsole();
const held = useHeldTimers((delay) => delay === 2_000);

/** Adds markup to the page, and skips the two seconds before it is inspected. */
async function inspect(markup: string): Promise<void> {
  await show(markup);
  await loadPrices(); // on a busy machine, this takes longer than showing the markup
  held.fireAll();
}

describe('A mistake on a page', () => {
  describe('in its markup', () => {
    const nothingIsAsked =
      '<financing-estimate>: There is no amount, so no estimate is requested. Set amount="1299", a price in US dollars, or amount-from="#price", the CSS selector of a price on this page.';

    for (const [markup, ...sentences] of [
      ['<financing-estimate></financing-estimate>', nothingIsAsked],
      [
        '<financing-estimate ammount="520"></financing-estimate>',
        '<financing-estimate>: The attribute "ammount" does nothing. Did you mean amount="…"?',
        nothingIsAsked,
      ],
      [
        '<financing-estimate price="520"></financing-estimate>',
        '<financing-estimate>: The attribute "price" does nothing. Did you mean amount="…"?',
        nothingIsAsked,
      ],
      [
        '<financing-estimate amountFrom="#price"></financing-estimate>',
        '<financing-estimate>: The attribute "amountfrom" does nothing. Did you mean amount-from="…"?',
        nothingIsAsked,
      ],
      [
        '<financing-estimate amount="520" loading="lasy"></financing-estimate>',
        '<financing-estimate>: loading="lasy" is not one of "eager", "lazy", so the default "eager" applies. Did you mean "lazy"?',
      ],
      [
        '<prequal-button id="apply" delivery="fax" location="main-street" data-location="1"></prequal-button>',
        '<prequal-button>: delivery="fax" is not one of "open", "sms", "qr", "copy", so the default "open" applies.',
      ],
      [
        '<financing-estimate amount-from=".nope"></financing-estimate>',
        '<financing-estimate>: amount-from=".nope" has found no element, other than crossed-out ones, for 2 seconds, so no estimate is requested. Set it to the CSS selector of the price on this page, such as "#price".',
      ],
      [
        '<div><b class="none"></b><financing-estimate amount-from=".none"></financing-estimate></div>',
        '<financing-estimate>: amount-from=".none" finds an element without text, so no estimate is requested. Set it to the CSS selector of the price on this page, such as "#price".',
      ],
      [
        '<div><s class="hidden">$520</s><financing-estimate amount-from=".hidden"></financing-estimate></div>',
        '<financing-estimate>: amount-from=".hidden" has found only elements that are hidden, crossed out, of another product, or outside the dialog for 2 seconds, so no estimate is requested. Set it to the CSS selector of the price on this page, such as "#price".',
      ],
      [
        '<pay-over-time-button amount="520" location="a" transaction-id="t" phone-number="+15035550100"></pay-over-time-button>',
        '<pay-over-time-button>: The attribute "phone-number" does nothing. Set personal data only as a property: element.phoneNumber = ….',
      ],
      [
        '<pay-over-time-button amount-from=".price" location="a" transaction-id="t"></pay-over-time-button>',
        '<pay-over-time-button>: The attribute "amount-from" does nothing here: the amount of a button decides a loan, so set amount yourself.',
        '<pay-over-time-button>: There is no amount, so no estimate is requested. Set amount="1299", a price in US dollars.',
      ],
      [
        '<prequal-button disabled="false"></prequal-button>',
        '<prequal-button>: disabled="false" disables the button, as any value does in HTML. Leave the attribute out.',
      ],
      ...[
        '<main></main>',
        '<h2>Details</h2><p>Solid oak.</p>',
        '<form><input><button>Add to cart</button></form>',
        '<p>Free shipping</p>\n',
        '<financing-estimate amount="80"></financing-estimate>',
      ].map((rest) => [
        `<div><financing-estimate amount="520" />${rest}</div>`,
        '<financing-estimate>: It contains other parts of the page, which disappear with its fallback. In HTML, "/>" doesn\'t close a tag: write </financing-estimate>.',
      ]),
      [
        '<pay-over-time-button amount="520" location="a"></pay-over-time-button>',
        '<pay-over-time-button>: There is no transaction-id (missing-transaction-id). Set it to your own identifier of this purchase, which webhooks include. More: docs/errors.md#missing-transaction-id in the package financing-elements.',
      ],
      [
        '<prequal-button></prequal-button>',
        '<prequal-button>: There is no location (missing-location). Set location="…" here, data-financing-location="…" on an ancestor such as <html>, or call configure({ location }). More: docs/errors.md#missing-location in the package financing-elements.',
      ],
      [
        '<pay-over-time-button amount="1.299,00" location="a" transaction-id="t"></pay-over-time-button>',
        '<pay-over-time-button>: amount="1.299,00" is not a clear amount in US dollars. Write it as 1299, 1299.00 or $1,299.00. More: docs/errors.md#invalid-amount in the package financing-elements.',
      ],
      [
        '<prequal-button location="a" department-id="north"></prequal-button>',
        '<prequal-button>: department-id="north" is not a number (invalid-details), so no link is created. Set it to the number that the service issued to you. More: docs/errors.md#invalid-details in the package financing-elements.',
      ],
    ] as const) {
      it(`is explained: ${markup}`, async () => {
        await inspect(markup);
        await until(() => heard.warnings.length >= sentences.length);
        expect(heard.sentences()).to.deep.equal(sentences);
      });
    }

    it("isn't reported for a label, for fallback content, or for a disabled button", async () => {
      await inspect(`<div>
        <financing-estimate amount="520">
          <p>From <b>$20</b> a month</p>
        </financing-estimate>
        <prequal-button location="a"><span>Apply</span></prequal-button>
        <pay-over-time-button amount="520" disabled></pay-over-time-button>
        <p><financing-estimate amount="520"><b>From $20</b></financing-estimate></p>
      </div>`);
      await inspect('<financing-estimate></financing-estimate>');
      await until(() => heard.warnings.length);
      expect(heard.sentences()).to.deep.equal([nothingIsAsked]);
    });

    it('is reported for each element', async () => {
      const markup = '<financing-estimate></financing-estimate>';
      await inspect(`<div>${markup}${markup}</div>`);
      await until(() => heard.warnings.length >= 2);
      expect(heard.sentences()).to.deep.equal([nothingIsAsked, nothingIsAsked]);
      expect(heard.warnings[0]![1]).not.to.equal(heard.warnings[1]![1]);
    });

    it("is reported once for an element that's moved", async () => {
      await inspect('<financing-estimate></financing-estimate>');
      await until(() => heard.warnings.length);
      const element = heard.warnings[0]![1];
      element.setAttribute('details', 'txt'); // a new mistake in addition to the old one
      element.parentElement!.append(element);
      held.fireAll();
      await until(() => heard.warnings.length > 1);
      expect(heard.sentences()).to.deep.equal([
        nothingIsAsked,
        '<financing-estimate>: details="txt" is not one of "text", "icon", so the default "text" applies. Did you mean "text"?',
      ]);
    });
  });

  describe('in the name of a tag', () => {
    for (const [tag, meant] of [
      ['financing-estimates', 'financing-estimate'],
      ['finacing-estimate', 'financing-estimate'],
      ['pre-qual-button', 'prequal-button'],
      ['payover-time-button', 'pay-over-time-button'],
    ] as const) {
      it(`is explained: ${tag}`, async () => {
        await show(`<${tag}></${tag}>`);
        inspectTagsLater();
        held.fireAll();
        await until(() => heard.warnings.length);
        expect(heard.sentences()).to.deep.equal([
          `<${tag}>: There is no such element. Did you mean <${meant}>?`,
        ]);
      });
    }

    it("isn't reported for elements that others define later", async () => {
      await show('<div><paypal-button></paypal-button><fine-print></fine-print></div>');
      inspectTagsLater();
      held.fireAll();
      await inspect('<financing-estimate></financing-estimate>');
      await until(() => heard.warnings.length);
      expect(heard.sentences().join()).not.to.contain('no such element');
    });
  });

  it("isn't reported on a correct page", async () => {
    await inspect(
      '<div><b class="price">$520</b><financing-estimate class="a" id="b" data-c="d" aria-label="e" amount-from=".price" loading="lazy"></financing-estimate><prequal-button location="a" target="_self" delivery="open"></prequal-button></div>',
    );
    // The sentences take time to load. Once the one for a later mistake is there, all others are, too.
    await inspect('<financing-estimate amount="520" details="txt"></financing-estimate>');
    await until(() => heard.sentences().some((sentence) => sentence.includes('details="txt"')));
    await nextTurn();
    expect(heard.warnings.length).to.equal(1);
  });

  describe('in the URL of the script', () => {
    // This test has to be the last one, because the URL of the script can't be reset.
    it('is explained if another origin serves the script and the page names no endpoint', async () => {
      setScriptUrl('https://pay.example/financing/elements.js');
      proxy.hold();
      await show('<financing-estimate amount="520"></financing-estimate>');
      (await nextCall()).respond({ code: 'not-found' }, { status: 404 });
      await until(() => heard.warnings.length);
      expect(heard.sentences()[0]).to.contain(
        'The script comes from https://pay.example/financing: if the proxy runs there, write data-financing-endpoint="https://pay.example/financing" on <html>',
      );
    });
  });
});
