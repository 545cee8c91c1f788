/** A React 19 product page that is rendered in the browser or on the server and hydrated. */
import { StrictMode, useState } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { configure, type Fetch, type PrequalButtonElement } from '../../src/index.js';
import type {} from '../../src/markup/react.js';

export { configure };

const customer = { firstName: 'Ada' };

/** While React hydrates, it doesn't set properties or add listeners of a custom element, but it calls its ref. */
function prepare(button: PrequalButtonElement | null) {
  if (!button) return undefined;
  button.customerDetails = customer;
  const onClick = (click: Event) => click.preventDefault();
  button.addEventListener('financing-click', onClick);
  return () => button.removeEventListener('financing-click', onClick);
}

function Product() {
  const [price, setPrice] = useState(520);
  const [apr, setApr] = useState<number>();
  return (
    <main>
      <button onClick={() => setPrice(300)}>Small</button>
      <financing-estimate
        amount={price}
        when-unavailable="keep-space"
        onfinancing-estimate={({ estimate }) => setApr(estimate.apr)}
      >
        Financing available
      </financing-estimate>
      <prequal-button customerDetails={customer} referral="visit-1" />
      <prequal-button ref={prepare} referral="visit-2" />
      <output>{apr}</output>
    </main>
  );
}

const page = (
  <StrictMode>
    <Product />
  </StrictMode>
);

/** Renders the page. Its elements use `fetch`. */
export function mount(container: Element, fetch: Fetch): Root {
  configure({ fetch });
  const root = createRoot(container);
  root.render(page);
  return root;
}

/** Renders the page on a server. */
export function render(): string {
  return renderToString(page);
}

/** Hydrates server-rendered HTML, and reports each mismatch. */
export function hydrate(container: Element, fetch: Fetch, onMismatch: (error: unknown) => void) {
  configure({ fetch });
  return hydrateRoot(container, page, { onRecoverableError: onMismatch });
}
