// server.mjs
import express from 'express';
import { toNodeListener } from 'financing-elements/node';
import { createFinancingProxy } from 'financing-elements/proxy';
import { createSandbox } from 'financing-elements/sandbox';

const shop = `http://localhost:${process.env.PORT ?? 3000}`;
const sandbox = createSandbox({ publicUrl: shop, shopUrl: shop });
const financing = createFinancingProxy({
  baseUrl: shop,
  svcKey: 'sandbox-key',
  fetch: sandbox.fetch, // calls the sandbox in this process
  trustPageAmount: true, // only to try it out: shoppers can change what a page sends
});

const app = express();
app.use('/financing', toNodeListener(financing));
app.use('/sandbox', toNodeListener(sandbox)); // the pages that its links open
app.use(express.static('public'));
app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`Open ${shop}`);
});
