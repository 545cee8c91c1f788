/** Three brands, each as in a shop's style sheet. Every text has a contrast of at least 4.5:1. */

/** A brand that the playground offers. */
export interface Skin {
  readonly label: string;
  readonly css: string;
}

const harbor = `.product {
  padding: 1.5rem;
  border-radius: 0.25rem;
  background: #f3f7fb;
  color: #10243e;
  color-scheme: light;
  --financing-button-background: #0b4f94;
  --financing-button-color: #fff;
  --financing-button-border-color: #0b4f94;
  --financing-button-radius: 0.25rem;
}
financing-estimate::part(payment) {
  color: #0b4f94;
}`;

const orchard = `.product {
  padding: 1.5rem;
  border: 2px solid #2f6b3a;
  border-radius: 1.25rem;
  background: #fffaf0;
  color: #2c2a1e;
  color-scheme: light;
  --financing-payment-weight: 700;
  --financing-button-border-color: #2f6b3a;
  --financing-button-color: #24562e;
  --financing-button-radius: 999px;
  --financing-dialog-background: #fffaf0;
  --financing-dialog-color: #2c2a1e;
}
financing-estimate::part(payment) {
  color: #24562e;
}
pay-over-time-button::part(button) {
  background: #2f6b3a;
  color: #fff;
}`;

const volt = `.product {
  padding: 1.5rem;
  background: #15131f;
  color: #f2f0fa;
  color-scheme: dark;
  --financing-payment-weight: 800;
  --financing-button-border-color: #c8ff4d;
  --financing-button-radius: 0;
  --financing-dialog-background: #221f31;
  --financing-dialog-color: #f2f0fa;
  --financing-dialog-radius: 0;
}
financing-estimate::part(payment) {
  color: #c8ff4d;
}
pay-over-time-button::part(button) {
  background: #c8ff4d;
  color: #15131f;
}`;

/** The page's own look, and the brands. */
export const skins = {
  page: { label: 'None: the page’s own', css: '' },
  harbor: { label: 'Harbor', css: harbor },
  orchard: { label: 'Orchard', css: orchard },
  volt: { label: 'Volt', css: volt },
} as const satisfies Record<string, Skin>;

export type SkinName = keyof typeof skins;

/** The skins by their order; the first is the default. */
export const skinNames = Object.keys(skins) as readonly SkinName[];
