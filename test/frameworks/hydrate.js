// The script of a page that a server has rendered.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js'; // before any lit
import './shop-card.js';
