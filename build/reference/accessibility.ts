/**
 * Generates the tables of docs/accessibility.md: each criterion of WCAG 2.2, levels A and AA, with a remark and the tests that
 * show it.
 */
import { readFileSync } from 'node:fs';

/** A file in test/, and the title of one of its tests, as written there. */
type Shown = readonly [file: string, title: string];

type Verdict = 'Supports' | 'Not applicable';

interface Criterion {
  readonly name: string;
  readonly verdict: Verdict;
  readonly remark: string;
  readonly shownBy: readonly Shown[];
}

const supports = (name: string, remark: string, ...shownBy: readonly Shown[]): Criterion => ({
  name,
  verdict: 'Supports',
  remark,
  shownBy,
});

const notApplicable = (name: string, remark: string): Criterion => ({
  name,
  verdict: 'Not applicable',
  remark,
  shownBy: [],
});

const estimate = 'elements/financing-estimate/financing-estimate.browser.ts';
const details = 'elements/financing-estimate/details-dialog.browser.ts';
const announcements = 'elements/financing-estimate/announcements.browser.ts';
const focus = 'elements/financing-estimate/line-focus.browser.ts';
const form = 'elements/link-buttons/form.browser.ts';
const look = 'elements/link-buttons/look.browser.ts';
const text = 'elements/link-buttons/text.browser.ts';
const counter = 'elements/link-buttons/counter.browser.ts';
const prequal = 'elements/link-buttons/prequal-button.browser.ts';
const preferences = 'elements/preferences.browser.ts';
const shoppers = 'elements/shoppers.browser.ts';
const settings = 'page/line-settings.browser.ts';
const shop = 'system/shop-pages.full.test.ts';

const audits: readonly Shown[] = [
  [estimate, 'with its dialog open'],
  ['elements/link-buttons/accessible.browser.ts', '${markup} is accessible'],
];
const keyboard: readonly Shown[] = [
  [estimate, "by keyboard, and returns the focus when it's closed by keyboard"],
  [form, 'closes on Escape, and returns the focus to the button'],
];
const tabs: Shown = [
  shoppers,
  'get the focus by Tab in page order, with a ring, and do nothing else',
];
const page = 'A matter of your page.';
const noMedia = 'No audio and no video.';

/** By level and number, in the order of the standard. */
const criteria: Readonly<Record<'A' | 'AA', Readonly<Record<string, Criterion>>>> = {
  A: {
    '1.1.1': supports(
      'Non-text Content',
      'Icons and the QR code have a name or are hidden. Your own `mark` or label needs its own `alt`.',
      [settings, 'has a text button to open the details'],
      [counter, 'is accessible, and has a text alternative for the code'],
    ),
    '1.2.1': notApplicable('Audio-only and Video-only (Prerecorded)', noMedia),
    '1.2.2': notApplicable('Captions (Prerecorded)', noMedia),
    '1.2.3': notApplicable('Audio Description or Media Alternative (Prerecorded)', noMedia),
    '1.3.1': supports(
      'Info and Relationships',
      'Dialogs have a heading, amounts are a description list, the field has a label.',
      [details, 'name each sum once with ${what}, and only the last one is bold'],
      ...audits,
    ),
    '1.3.2': supports(
      'Meaningful Sequence',
      'A screen reader gets the line as one sentence.',
      [estimate, 'for a screen reader, in one sentence'],
      [estimate, 'the payment, the term, the APR, and the amount due today, in this order'],
    ),
    '1.3.3': notApplicable('Sensory Characteristics', 'No instruction names a shape or a place.'),
    '1.4.1': supports(
      'Use of Color',
      'A failure is a sentence, and the details button is underlined or an icon.',
      [text, 'says once, in the form, what ${code} means'],
    ),
    '1.4.2': notApplicable('Audio Control', noMedia),
    '2.1.1': supports('Keyboard', 'Native buttons, links and dialogs.', tabs, ...keyboard),
    '2.1.2': supports('No Keyboard Trap', 'Escape closes each dialog.', ...keyboard),
    '2.1.4': notApplicable('Character Key Shortcuts', 'There are none.'),
    '2.2.1': notApplicable('Timing Adjustable', 'No element sets a time limit for a shopper.'),
    '2.2.2': supports(
      'Pause, Stop, Hide',
      'Only a spinner and a bar move, while a response is pending. With reduced motion, the spinner is static.',
      [preferences, 'have a spinner whose animation is ${animation} with ${reducedMotion}'],
    ),
    '2.3.1': notApplicable('Three Flashes or Below Threshold', 'Nothing flashes.'),
    '2.4.1': notApplicable('Bypass Blocks', page),
    '2.4.2': notApplicable('Page Titled', page),
    '2.4.3': supports(
      'Focus Order',
      'The order of the page. A dialog begins at its heading or field, and returns the focus.',
      tabs,
      [announcements, 'starts at its heading, even if it has to be scrolled'],
      [
        focus,
        'stays in the element when the details button disappears, and returns to the button with it',
      ],
      ...keyboard,
    ),
    '2.4.4': supports(
      'Link Purpose (In Context)',
      'The link that replaces a blocked window says where it leads: “Continue to financing”.',
      ['elements/link-buttons/window.browser.ts', 'is replaced by a link that is accessible'],
    ),
    '2.5.1': notApplicable('Pointer Gestures', 'One click does everything.'),
    '2.5.2': supports('Pointer Cancellation', 'A press that ends elsewhere does nothing.', [
      shoppers,
      'do nothing if a press ends outside of them',
    ]),
    '2.5.3': supports(
      'Label in Name',
      'Each name begins with the visible text.',
      [settings, 'has a text button to open the details'],
      [prequal, 'says that it opens a window'],
    ),
    '2.5.4': notApplicable('Motion Actuation', 'No motion is read.'),
    '3.1.1': notApplicable('Language of Page', `${page} The elements follow its \`lang\`.`),
    '3.2.1': supports('On Focus', 'Focus changes nothing.', tabs),
    '3.2.2': supports(
      'On Input',
      'Nothing is sent before the form is submitted.',
      [form, 'opens with the focus in its field, and sends nothing'],
      [form, 'stays open, with the number, after a click outside of it'],
    ),
    '3.2.6': notApplicable('Consistent Help', page),
    '3.3.1': supports('Error Identification', 'In words, next to the field.', [
      text,
      'shows invalid-phone-number at the field, with the focus in it',
    ]),
    '3.3.2': supports('Labels or Instructions', 'The one field has a label.', ...audits.slice(1)),
    '3.3.7': supports(
      'Redundant Entry',
      'A number that the page knows is filled in, and a refused number stays. Closing the form forgets it, because devices at counters are shared.',
      [form, 'opens with the number from the page, and never with one that was typed'],
      [text, 'shows invalid-phone-number at the field, with the focus in it'],
    ),
    '4.1.2': supports('Name, Role, Value', 'Audited by axe-core in every state.', ...audits),
  },
  AA: {
    '1.2.4': notApplicable('Captions (Live)', noMedia),
    '1.2.5': notApplicable('Audio Description (Prerecorded)', noMedia),
    '1.3.4': supports(
      'Orientation',
      'Nothing asks for one.',
      [preferences, 'have ${what} within reach, down to the last button'],
      [shop, 'scrolls ${path} sideways at no width and no text size'],
    ),
    '1.3.5': supports('Identify Input Purpose', '`autocomplete="tel"`.', [
      shoppers,
      'let the browser fill in the phone number',
    ]),
    '1.4.3': supports(
      'Contrast (Minimum)',
      "The line and the buttons have your page's colors, and the dialogs have the system's. Check your own colors.",
      [shop, 'is accessible at ${path}, in light and dark'],
    ),
    '1.4.4': supports(
      'Resize Text',
      'The line wraps.',
      [settings, 'breaks nothing at 200% text on a phone'],
      [shop, 'scrolls ${path} sideways at no width and no text size'],
    ),
    '1.4.5': notApplicable('Images of Text', 'There are none.'),
    '1.4.10': supports(
      'Reflow',
      'At 320 px and 400%, including dialogs.',
      [settings, 'is fully visible at 400% zoom, in ${font}'],
      [preferences, 'fit into the page'],
      [preferences, 'have ${what} within reach, down to the last button'],
    ),
    '1.4.11': supports(
      'Non-text Contrast',
      'Edges and icons have the color of the text. Check your own `--financing-button-border-color`.',
      [shoppers, 'have edges and icons in the color of their text'],
    ),
    '1.4.12': supports(
      'Text Spacing',
      'Nothing is cut off.',
      [
        settings,
        "is fully visible, and doesn't move when it's defined, on ${name}", // one of them is this spacing
      ],
      [shoppers, 'cut nothing off with the text spacing of WCAG 1.4.12'],
    ),
    '1.4.13': notApplicable('Content on Hover or Focus', 'There is none.'),
    '2.4.5': notApplicable('Multiple Ways', page),
    '2.4.6': supports(
      'Headings and Labels',
      'Each dialog has a heading, and each control a label in words.',
      [announcements, 'starts at its heading, even if it has to be scrolled'],
      [settings, 'has a text button to open the details'],
    ),
    '2.4.7': supports('Focus Visible', 'A ring of 2 px.', tabs, [
      shoppers,
      'have a ring on each control of their dialogs',
    ]),
    '2.4.11': supports(
      'Focus Not Obscured (Minimum)',
      'The sticky header of the details hides no control.',
      [shoppers, "don't hide a focused link in long fine print behind the header of the details"],
    ),
    '2.5.7': notApplicable('Dragging Movements', 'Nothing is dragged.'),
    '2.5.8': supports(
      'Target Size (Minimum)',
      'At least 24 px. Buttons, the field, and the close button are at least 44 px.',
      [
        'page/line-layout.browser.ts',
        'moves nothing, breaks nothing, and stays in its place, in ${font}',
      ],
      [look, 'is at least 44 px high on a page of ${size} px'],
      [form, 'has targets of at least 24 px'],
    ),
    '3.1.2': supports(
      'Language of Parts',
      'A text in a language other than the page’s has its own `lang`.',
      [estimate, 'English and dollars under lang=${lang}, with a lang attribute'],
    ),
    '3.2.3': notApplicable('Consistent Navigation', page),
    '3.2.4': supports('Consistent Identification', 'A control has the same label everywhere.', [
      'elements/link-buttons/label.browser.ts',
      'is ${name}',
    ]),
    '3.3.3': supports('Error Suggestion', 'The form says which numbers can be texted.', [
      text,
      'shows invalid-phone-number at the field, with the focus in it',
    ]),
    '3.3.4': notApplicable(
      'Error Prevention (Legal, Financial, Data)',
      'A shopper commits to nothing here. Applications are on the service’s pages.',
    ),
    '3.3.8': notApplicable('Accessible Authentication (Minimum)', 'Nothing asks for a login.'),
    '4.1.3': supports(
      'Status Messages',
      'A new payment, the outcome of a click, and the outcome of an application are announced politely, once.',
      [announcements, 'a change, once, in a live region that already existed'],
      [text, 'says once that the text was sent, and returns the focus to the button'],
      [
        'elements/link-buttons/status.browser.ts',
        'reports ${final} with an event, a message, and a state',
      ],
    ),
  },
};

/** Returns the number of criteria per verdict, in one sentence. */
export function accessibilitySummary(): string {
  const all = [...Object.values(criteria.A), ...Object.values(criteria.AA)];
  const count = (verdict: Verdict) => all.filter((each) => each.verdict === verdict).length;
  return `Of the ${all.length} criteria of WCAG 2.2, levels A and AA, the elements support ${count('Supports')}. The other ${count('Not applicable')} don't apply.\n`;
}

/** The number of each test that the tables name. */
const tests = new Map<string, number>();

/** Returns the table of a level. Throws if a test that it names doesn't exist. */
export function accessibilityTable(level: 'A' | 'AA'): string {
  const rows = Object.entries(criteria[level]).map(([number, criterion]) => {
    const { name, verdict, remark, shownBy } = criterion;
    if (verdict === 'Supports' && shownBy.length === 0) {
      throw new Error(`No test shows that the elements support ${number}`);
    }
    return `| ${number} ${name} | ${verdict} | ${remark} | ${shownBy.map(numberOf).join(', ')} |`;
  });
  return `| Criterion | Conformance | Remark | [Tests](#tests) |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** Returns the list of tests by number. Call it after both tables. */
export function accessibilityTests(): string {
  return [...tests].map(([test, number]) => `${number}. ${test}\n`).join('');
}

function numberOf([file, title]: Shown): number {
  const source = readFileSync(new URL(`../../test/${file}`, import.meta.url), 'utf8');
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`(${quote}${title}${quote}, `));
  if (!isThere) throw new Error(`test/${file} has no test “${title}”`);
  const test = `\`test/${file}\`: ${title.replaceAll(/\$\{\w+\}/g, '…')}`;
  const number = tests.get(test) ?? tests.size + 1;
  tests.set(test, number);
  return number;
}
