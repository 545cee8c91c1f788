// The script of a server-rendered page.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js'; // before lit
import './shop-card.js';
