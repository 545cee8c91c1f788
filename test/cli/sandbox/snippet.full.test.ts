/** Puts the snippet that `serve --sandbox` prints into a page of another origin, and opens the page in a browser. */
import { it } from 'node:test';
import { stepsAtProxy } from '../../../src/cli/sandbox.js';
import { readsPayment, startShopper } from '../../recipes/recipe.js';
import { startHttp } from '../../support/servers.js';
import { startCommand } from '../command.js';

it('The printed snippet shows a payment on an origin of --allowed-origins', async (t) => {
  let html = '';
  const page = await startHttp(t, (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  const args = ['serve', '--sandbox', '--port', '0', '--allowed-origins', page];
  const { origin, pathname } = new URL(await startCommand(t, args).listening());
  const lines = stepsAtProxy(origin, pathname).split('\n');
  html = `<!doctype html>${lines.filter((line) => /^ +</.test(line)).join('\n')}`;
  const person = await startShopper(t);
  await readsPayment(await person.open(page), '$114.20');
});
