/**
 * The two dialogs (the details of an estimate, and the phone form), and the card, which has the same tiles as the details.
 * Loaded on demand, with their texts and styles.
 */
import type { CSSResult, TemplateResult } from 'lit';
import { type Details, detailsStyles, openDetails, renderDetails } from './details-dialog.js';
import { type Card, type CardDependencies, cardStyles, renderCard } from './estimate-card.js';
import { dialogStyles, printStyles } from './dialog-frame.js';
import { openPhoneForm, phoneFormStyles, renderPhoneForm, type PhoneForm } from './phone-dialog.js';

export { dialogTexts } from '../../words/dialog-text.js';

export type Dialogs = ReturnType<typeof createDialogs>;

/** Creates the dialogs of a page. */
export function createDialogs(dependencies: CardDependencies) {
  const { css } = dependencies;
  const styles: CSSResult = css`
    ${dialogStyles(css)} ${detailsStyles(css)} ${phoneFormStyles(css)} ${cardStyles(dependencies)} ${printStyles(css)}
  `;
  return {
    card: (card: Card): TemplateResult => renderCard(dependencies, card),
    details: (details: Details): TemplateResult => renderDetails(dependencies, details),
    phoneForm: (form: PhoneForm): TemplateResult => renderPhoneForm(dependencies, form),
    styles,
    openDetails,
    openPhoneForm,
  };
}
