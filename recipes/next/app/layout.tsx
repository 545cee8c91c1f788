import 'financing-elements/elements.css'; // reserves space for the estimate before the script runs
import './globals.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { location } from '../financing';

export const metadata: Metadata = { title: 'Hollis sofa' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-financing-location={location}>
      <head>
        <script type="module" async src="/financing/elements.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
