/**
 * The whole journey in each engine, on what `npm start` runs: someone clicks, and both the page and the shop's back end
 * learn what happened. Each engine has a shop of its own, so that they run side by side. The same browsers then visit
 * smaller shops, in which less goes well, or more is looked at.
 */
import { describe, it } from 'node:test';
import { withEngines } from '../engines/with-engines.js';
import { startCommand } from '../cli/command.js';
import { atTheDesk } from './desk-journeys.js';
import { buyAndLeaveNothing, frameAnswers } from './exposure.js';
import { lossesIn } from './lost-answers.js';
import { goAcrossOrigins } from './other-origin.js';
import { createPerson } from './person.js';
import { inTheShop, withAstrayWebhooks } from './shop-journeys.js';
import { createShop } from './shop.js';

describe('The journey of the demo', { concurrency: 3, timeout: 420_000 }, () => {
  withEngines((engine, browse) => {
    it(`in ${engine}`, async (t) => {
      const url = await startCommand(t, ['demo', '--port', '0']).listening();
      const browser = await browse();
      t.after(() => browser.close());
      const person = createPerson(browser);
      // What a webhook does when it goes astray does not depend on the engine.
      const more = engine === 'Chromium' ? withAstrayWebhooks : [];
      for (const [sentence, journey] of [...inTheShop, ...atTheDesk, ...more]) {
        await t.test(sentence, () => journey(person, createShop(url)));
        await browser.tidy();
      }
      for (const [sentence, happen] of lossesIn(engine)) {
        await t.test(sentence, (each) => happen(each, person));
        await browser.tidy();
      }
      await t.test('A shopper buys', (each) => buyAndLeaveNothing(each, person, browser));
      await browser.tidy();
      await t.test('No answer of the proxy shows in a frame', (each) => frameAnswers(each, person));
      await t.test('A shopper agrees in a shop whose proxy is on another origin', (each) =>
        goAcrossOrigins(each, person),
      );
    });
  });
});
