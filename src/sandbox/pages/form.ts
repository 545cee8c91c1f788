import { html, join, type Html } from './html.js';

/** One line of a form. */
export interface Field {
  readonly label: string;
  readonly name: string;
  /** The pre-filled value. */
  readonly value?: string | undefined;
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  /** The autofill token (HTML standard, "Autofill"). */
  readonly autocomplete: string;
}

/** A group of fields under a heading. */
export function fieldset(legend: string, fields: readonly Field[]): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${join(
      fields.map(
        ({ label, name, value, type = 'text', autocomplete }) =>
          html`<label
            >${label}
            <input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" />
          </label>`,
      ),
    )}
  </fieldset>`;
}

/** The fields of an address. */
export function addressFields(
  address: Readonly<Partial<Record<'address' | 'city' | 'state' | 'zipcode', string | undefined>>>,
): Field[] {
  return [
    { label: 'Street', name: 'address', value: address.address, autocomplete: 'address-line1' },
    { label: 'City', name: 'city', value: address.city, autocomplete: 'address-level2' },
    { label: 'State', name: 'state', value: address.state, autocomplete: 'address-level1' },
    { label: 'Zip code', name: 'zipcode', value: address.zipcode, autocomplete: 'postal-code' },
  ];
}

/** The decision of the service, which the tester makes in the sandbox. */
export const decision = html`<fieldset class="decision">
  <legend>In the sandbox, you decide</legend>
  <label><input type="radio" name="decision" value="approve" checked /> Approve</label>
  <label><input type="radio" name="decision" value="decline" /> Decline</label>
</fieldset>`;

/** The buttons that end a form. The Enter key presses the first. */
export function actions(...buttons: readonly (readonly [value: string, label: string])[]): Html {
  return html`<p class="actions">
    ${join(
      buttons.map(
        ([value, label], index) =>
          html`<button class="button${index === 0 ? ' first' : ''}" name="action" value="${value}">
            ${label}
          </button>`,
      ),
    )}
  </p>`;
}

/** A form that is sent to its own page. */
export function form(...parts: readonly (Html | undefined)[]): Html {
  return html`<form method="post">${join(parts.filter((part) => part !== undefined))}</form>`;
}
