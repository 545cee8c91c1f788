/** Finds what a shopper sees and uses in the shadow trees of the elements. */
import { sendKeys } from '@web/test-runner-commands';
import type { PayOverTimeButtonElement, PrequalButtonElement } from '../../src/index.js';
import { until } from '../support/until.js';

/** Returns the first part with this name in an element's shadow tree. */
export function part<E extends HTMLElement = HTMLElement>(
  element: Element,
  name: string,
): E | null {
  return element.shadowRoot!.querySelector<E>(`[part='${name}']`);
}

/** Returns the first element of the line that has this part name or class. */
export function inLine(element: Element, name: string): HTMLElement | null {
  return element.shadowRoot!.querySelector<HTMLElement>(`.${name}, [part='${name}']`);
}

/** Returns the element that shows the term. In a narrow column, a style adds the term to the row of the APR. */
export function termOf(element: Element): HTMLElement {
  const months = inLine(element, 'months')!;
  return isSeen(months) ? months : inLine(element, 'term')!;
}

/** Collapses the white space of the markup, so that the text is as a person reads it. */
export function readable(text: string | null | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim();
}

/** Returns the payment of a `<financing-estimate>` without its term, or undefined if there is no line. */
export function paymentOf(element: Element): string | undefined {
  return readable(part(element, 'payment')?.textContent)?.split(' for ')[0];
}

/** Returns the text of a `<financing-estimate>`'s line without its button, or undefined if there is no line. */
export function lineOf(element: Element): string | undefined {
  const payment = part(element, 'payment');
  if (!payment) return undefined;
  const terms = [inLine(element, 'apr'), inLine(element, 'down-payment')];
  return readable([payment, ...terms].map((text) => text!.textContent).join(' '));
}

export const boxOf = (shown: Element | Range) => shown.getBoundingClientRect();

/** True if an element takes up space. */
export function isSeen(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Returns the message below a link button, as a shopper sees it. */
export const messageOf = (element: Element) => readable(part(element, 'message')!.innerText);

/** A number that can receive text messages. */
export const phone = '4155552671';

/** Returns an element's dialog, or a detached one if it was never opened. */
export const dialogOf = (element: Element) =>
  element.shadowRoot!.querySelector('dialog') ?? document.createElement('dialog');
export const fieldOf = (element: Element) => part<HTMLInputElement>(element, 'phone-input')!;
export const buttonOf = (element: Element) => part<HTMLButtonElement>(element, 'button')!;

/** Opens the details of an estimate, and returns their dialog. */
export async function showDetails(element: Element): Promise<HTMLDialogElement> {
  part(element, 'details-button')!.click();
  await until(() => dialogOf(element).open);
  return dialogOf(element);
}

/** Clicks a button, and waits for its phone form. */
export async function open(
  element: PrequalButtonElement | PayOverTimeButtonElement,
): Promise<void> {
  element.click();
  await until(() => dialogOf(element).open);
}

/** Fills in the phone form, and sends it with Enter. */
export async function submit(element: HTMLElement, number = phone): Promise<void> {
  fieldOf(element).value = number;
  fieldOf(element).focus();
  await sendKeys({ press: 'Enter' });
}
