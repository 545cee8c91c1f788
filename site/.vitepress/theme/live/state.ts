/**
 * The state of the playground, and its form in the page's URL: one query parameter per value that isn't the default, so that a
 * link shows the same to another person. The state never contains personal data, such as phone numbers and customer details.
 */
import { cssProblem } from './css-problem.js';
import { skinNames, skins } from './skins.js';

/** The values of each control that offers a choice. The first is the default. */
export const choices = {
  location: ['main-street', 'smile-dental', 'sunset-motors'],
  language: ['en', 'es'],
  font: ['page', 'arial', 'georgia', 'verdana', 'monospace'],
  skin: skinNames,
  layout: ['stacked', 'inline', 'card'],
  details: ['text', 'icon'],
  delivery: ['open', 'sms'],
  situation: ['normal', 'unavailable', 'error', 'slow'],
  framework: ['html', 'react', 'vue', 'svelte'],
} as const satisfies Record<string, readonly string[]>;

type Choices = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

export type Language = Choices['language'];
/** The behavior of the sandbox's service for the next requests. */
export type Situation = Choices['situation'];
export type Framework = Choices['framework'];

/** The elements' texts that can be replaced here. */
export const textNames = [
  'payment',
  'apr',
  'downPayment',
  'detailsShort',
  'disclosure',
  'prequalify',
  'payOverTime',
] as const;
export type TextName = (typeof textNames)[number];

/** Everything that the controls of the playground set. */
export interface PlaygroundState extends Choices {
  /** The amount as typed. The elements parse it. */
  readonly amount: string;
  /** The width of the container in px. 0 means the full width. */
  readonly width: number;
  /** Texts that replace the elements' own, in the language of the state. */
  readonly texts: Readonly<Partial<Record<TextName, string>>>;
  /** The style sheet that replaces the skin's. Undefined if the skin's is unchanged. */
  readonly css: string | undefined;
}

/** The minimum and maximum width of the container in px. */
export const widths = { from: 200, to: 900 } as const;

/** The maximum length of texts in the URL, in characters. */
const limits = { amount: 24, text: 300, css: 4_000 } as const;

/** The state of a playground that was opened without parameters. */
export const defaultState: PlaygroundState = {
  ...(Object.fromEntries(
    Object.entries(choices).map(([name, [first]]) => [name, first]),
  ) as Choices),
  amount: '1299.00',
  width: 0,
  texts: {},
  css: undefined,
};

/** Returns the query of a state, without a question mark. It's empty for the default state. */
export function toQuery(state: PlaygroundState): string {
  const query = new URLSearchParams();
  for (const name of ['amount', 'width', ...choiceNames] as const) {
    if (state[name] !== defaultState[name]) query.set(name, String(state[name]));
  }
  for (const name of textNames) {
    const text = state.texts[name];
    if (text !== undefined) query.set(textParameter(name), text);
  }
  if (state.css !== undefined) query.set('css', state.css);
  return query.toString();
}

/** Reads a state from a query. Ignores values that the controls can't set. */
export function fromQuery(text: string): PlaygroundState {
  const query = new URLSearchParams(text);
  const chosen = choiceNames.filter((name) => isChoice(name, query.get(name)));
  const width = Number(query.get('width'));
  const amount = within(limits.amount, query.get('amount'));
  const css = query.get('css') ?? undefined;
  return {
    ...defaultState,
    ...Object.fromEntries(chosen.map((name) => [name, query.get(name)])),
    amount: amount !== undefined && isPrintable(amount) ? amount : defaultState.amount,
    width: Number.isInteger(width) && width >= widths.from && width <= widths.to ? width : 0,
    texts: Object.fromEntries(
      textNames.flatMap((name) => {
        const replacement = within(limits.text, query.get(textParameter(name)));
        return replacement ? [[name, replacement]] : [];
      }),
    ),
    css: css !== undefined && styleProblem(css) === undefined ? css : undefined,
  };
}

/** Returns a sentence that says why a style sheet can't be in the state, or undefined if it can. */
export function styleProblem(css: string): string | undefined {
  if (css.length > limits.css) return `At most ${limits.css} characters fit into the link.`;
  return cssProblem(css);
}

/** Returns the style sheet of a state. */
export function styleSheetOf({ css, skin }: PlaygroundState): string {
  return css ?? skins[skin].css;
}

const choiceNames = Object.keys(choices) as (keyof typeof choices)[];

function isChoice(name: keyof typeof choices, value: string | null): boolean {
  return (choices[name] as readonly (string | null)[]).includes(value);
}

/** True if a text could have been typed on one line. */
function isPrintable(text: string): boolean {
  return /^\P{C}*$/u.test(text);
}

function textParameter(name: TextName): string {
  return `text.${name}`;
}

function within(limit: number, text: string | null): string | undefined {
  return text !== null && text.length <= limit ? text : undefined;
}
