import { sendKeys } from '@web/test-runner-commands';
import type { PayOverTimeButtonElement, PrequalButtonElement } from '../../../src/index.js';
import { until } from '../../client/fake-proxy.js';
import { part, readable } from '../page.js';

/** A number that can be texted. */
export const phone = '4155552671';
/** A button whose link is texted. */
export const markup = '<prequal-button location="main-street" delivery="sms"></prequal-button>';

export const dialogOf = (element: Element) => element.shadowRoot!.querySelector('dialog')!;
export const fieldOf = (element: Element) => part<HTMLInputElement>(element, 'phone-input')!;
export const buttonOf = (element: Element) => part<HTMLButtonElement>(element, 'button')!;

/** Every text in a live region that can be heard: behind a modal dialog, none can. */
export function told(element: Element): (string | undefined)[] {
  const scope = dialogOf(element).open ? dialogOf(element) : element.shadowRoot!;
  return [...scope.querySelectorAll<HTMLElement>('[role=status]')]
    .filter((region) => dialogOf(element).open || !dialogOf(element).contains(region))
    .map((region) => readable(region.innerText));
}

/** Opens the form, as a click does. */
export async function open(
  element: PrequalButtonElement | PayOverTimeButtonElement,
): Promise<void> {
  element.click();
  await until(() => dialogOf(element).open);
}

/** Fills the form in, and sends it with Enter. */
export async function submit(element: HTMLElement, number = phone): Promise<void> {
  fieldOf(element).value = number;
  fieldOf(element).focus();
  await sendKeys({ press: 'Enter' });
}
