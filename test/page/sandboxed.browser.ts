import { expect, fixture } from '@open-wc/testing';
import { until } from '../support/until.js';

const code = await (await fetch('/dist/elements.js')).text();

/** A script for the frame. It reports the events and errors in the frame to the page around it. */
const report = `
  const tell = (...said) => parent.postMessage(said, '*');
  for (const type of ['financing-error', 'financing-link', 'financing-estimate']) {
    addEventListener(type, ({ type, code, operation }) => tell(type, operation, code));
  }
  addEventListener('error', ({ message }) => tell('thrown', message));
  addEventListener('unhandledrejection', ({ reason }) => tell('thrown', String(reason)));
`;

/** The permissions that a page can deny (Permissions Policy): all that this browser lists, and some that every one has. */
const { featurePolicy } = document as { featurePolicy?: { features(): string[] } };
const denied = ['camera', 'clipboard-write', 'payment', 'popup', 'storage-access', 'sync-xhr']
  .concat(featurePolicy?.features() ?? [])
  .map((feature) => `${feature} 'none'`)
  .join('; ');

const isThrown = ([type]: unknown[]) => type === 'thrown';

/** Returns the reports from a frame that is allowed to run scripts and nothing else. */
async function heardFrom(markup: string, then = ''): Promise<unknown[][]> {
  const heard: unknown[][] = [];
  const frame = await fixture<HTMLIFrameElement>(
    `<iframe sandbox="allow-scripts" allow="${denied}"></iframe>`,
  );
  const hear = ({ data, source }: MessageEvent) => {
    if (source === frame.contentWindow) heard.push(data);
  };
  addEventListener('message', hear);
  // Inline the code, because a frame with an opaque origin can't load our script.
  frame.srcdoc = `<script>${report}</script>${markup}<script type="module">${code}\n${then}</script>`;
  await until(() => heard.length && !isThrown(heard.at(-1)!));
  removeEventListener('message', hear);
  return heard;
}

describe('dist/elements.js in a frame that may only run scripts', () => {
  // The frame has an opaque origin, so there's no proxy on its own origin, and the proxies of others don't allow it.
  for (const [endpoint, code] of [
    ['/financing', 'invalid-endpoint'],
    [`${location.origin}/financing`, 'network'],
  ]) {
    it(`reports that it gets no estimate from ${endpoint}`, async () => {
      const markup = `<financing-estimate amount="520" endpoint="${endpoint}"></financing-estimate>`;
      expect(await heardFrom(markup)).to.deep.equal([
        ['financing-error', 'estimatePayments', code],
      ]);
    });

    it(`reports that it gets no link from ${endpoint}`, async () => {
      const markup = `<prequal-button location="main-street" endpoint="${endpoint}"></prequal-button>`;
      const click = `const button = document.querySelector('prequal-button');
        button.updateComplete.then(() => button.click());`;
      const heard = await heardFrom(markup, click);
      // Ignore the reports that the inline script couldn't load its other files.
      expect(heard.filter((each) => !isThrown(each))).to.deep.equal([
        ['financing-error', 'createPrequalLink', code],
      ]);
    });
  }
});
