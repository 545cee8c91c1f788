import { location } from '../financing.js';

export const metadata = { title: 'Hollis sofa' };

export default function Layout({ children }) {
  return (
    <html lang="en" data-financing-location={location}>
      <head>
        {/* Reserves the space of the estimate before the script runs. */}
        <link rel="stylesheet" href="/financing/elements.css" />
        <script type="module" async src="/financing/elements.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
