/** The script of a gallery shop: the elements, on an embedded sandbox, and the pages that their links lead to. */
import { startFinancing } from './financing.js';
import { showHostedPage } from './hosted-page.js';
import { observeStage } from './stage.js';

/** Starts the page that loaded this script. */
export function startShop(): void {
  startFinancing();
  observeStage(document.body, {
    onEvent() {},
    onLink({ url, isText }) {
      const dialog = document.createElement('dialog');
      dialog.className = 'gallery-window';
      dialog.setAttribute('aria-label', 'The page of the link');
      // The markup of the page comes from src/sandbox, which escapes every value and has no scripts.
      dialog.innerHTML = `<p>${isText ? 'The text has a link to' : 'A new window would open at'} <code></code></p>
        <iframe title="Page of the sandbox"></iframe>
        <button type="button">Back to the shop</button>`;
      dialog.querySelector('code')!.textContent = url;
      dialog.querySelector('button')!.addEventListener('click', () => dialog.close());
      dialog.addEventListener('close', () => {
        dialog.remove();
        // The shopper is back: the elements ask how the application ended.
        document.dispatchEvent(new Event('visibilitychange'));
      });
      document.body.append(dialog);
      dialog.showModal();
      showHostedPage(dialog.querySelector('iframe')!, url, () => dialog.close());
    },
  });
}
