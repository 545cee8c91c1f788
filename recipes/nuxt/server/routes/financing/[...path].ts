import { once } from 'node:events';
import { toNodeListener } from 'financing-elements/node';

const listener = toNodeListener(financing);

export default defineEventHandler(async ({ node: { req, res } }) => {
  listener(req, res);
  await once(res, 'close');
});
