import { maxDollars } from '../contract/estimate-amounts.js';
import type { EstimateResult } from '../contract/estimate.js';
import {
  checkArgument,
  checkOptions,
  objectProblem,
  textProblem,
  wholeNumberProblem,
  type OptionCheck,
} from '../internal/options.js';
import { money, roundToCents } from '../internal/dollars.js';
import { escapeHtml } from '../internal/escape-html.js';
import { breakdownOf } from './breakdown.js';
import { dialogTexts } from './dialog-text.js';
import { linkTexts } from './link-text.js';
import { creditTermsOf, inWords } from './estimate-words.js';
import { isEstimate, isFinanced } from './financed.js';
import { en, es, fill, primaryLanguage, type Text, valuesIn } from './script-text.js';

/** Options of `describeEstimate`. */
export interface EstimateDescriptionOptions {
  /** The language, as in `es` or `es-US`. A language without texts falls back to English. @default 'en' */
  lang?: string | undefined;
  /** The number of monthly payments, for estimates that don't imply it. */
  termMonths?: number | undefined;
  /** The unit of the service's APR: `percent` if it sends 9.99, `fraction` if it sends 0.0999. @default 'percent' */
  aprUnit?: 'percent' | 'fraction' | undefined;
  /** Use `from` if the amount is the lowest of several prices: "From $70.24/mo". @default 'none' */
  qualifier?: 'none' | 'from' | undefined;
  /** Adds the total of payments to the line. Without a known term, there is no total. @default false */
  total?: boolean | undefined;
  /** Texts that replace the built-in ones, by name, as `configure` accepts them for one language. */
  text?: { readonly [Name in keyof Text]?: string | undefined } | undefined;
  /** The purchase amount in dollars, for the breakdown. @default the amount financed plus the down payment */
  amount?: number | undefined;
}

/** A sum of an estimate, as the details show it. */
interface EstimateSum {
  /** "Purchase amount" */
  readonly name: string;
  /** "$1,299.00" */
  readonly value: string;
  /** In dollars: 1299. */
  readonly amount: number;
}

/** An estimate in the words of `<financing-estimate>`, for use outside a page. */
export interface EstimateDescription {
  /** One line: "Estimated $114.20/mo for 12 months · 9.99% APR · $0 down". */
  readonly text: string;
  /** The same in HTML, escaped, without a style or a class. */
  readonly html: string;
  /** The same as a sentence, for screen readers. */
  readonly sentence: string;
  /** The pieces of the line. Show the payment with all the others, because US law requires them. */
  readonly parts: {
    /** "Estimated $114.20/mo" */
    readonly payment: string;
    /** The bold part of the payment: "$114.20/mo". */
    readonly amount: string;
    /** "for 12 months"; empty if the term isn't known. */
    readonly term: string;
    /** "9.99% APR" */
    readonly apr: string;
    /** The amount due today: "$0 down". */
    readonly downPayment: string;
    /** The number of monthly payments; undefined if it isn't known. */
    readonly months: number | undefined;
  };
  /** The total of payments, if the option `total` asks for it and the term is known. It's a row of the breakdown. */
  readonly total?: EstimateSum;
  /** The sums, from the purchase amount to the total. */
  readonly breakdown: readonly EstimateSum[];
  /** The small print below the sums. */
  readonly disclosure: string;
}

const texts: Readonly<Record<string, Text>> = {
  en: { ...en, ...linkTexts.en, ...dialogTexts.en },
  es: { ...es, ...linkTexts.es, ...dialogTexts.es },
};

const optionChecks = {
  lang: textProblem,
  termMonths: wholeNumberProblem(1, 1200, 'months'),
  aprUnit: isEither('percent', 'fraction'),
  qualifier: isEither('none', 'from'),
  total: (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  text: objectProblem,
  amount: (value: unknown) =>
    typeof value === 'number' && value > 0 && value <= maxDollars
      ? undefined
      : 'must be an amount in dollars',
};

function isEither(one: string, other: string): OptionCheck {
  return (value) => (value === one || value === other ? undefined : `must be ${one} or ${other}`);
}

/** A text must contain each `{…}` of its original: the law may require that number. */
const textChecks = Object.fromEntries(
  Object.entries(texts['en']!).map(([name, original]: [string, string]) => [
    name,
    (value: unknown) => {
      const missing = valuesIn(original).find((each) => !String(value).includes(each));
      return textProblem(value) ?? (missing && `lacks ${missing}`);
    },
  ]),
) as Record<keyof Text, OptionCheck>;

/**
 * Puts an estimate into words for an email, a quote, an app, or a feed. Returns undefined if the amount can't be financed or
 * the numbers make no sense. Show nothing in that case. Throws `InvalidOptionError`.
 *
 * @example describeEstimate(estimate, { lang: 'es' })?.text
 */
export function describeEstimate(
  estimate: EstimateResult,
  options: EstimateDescriptionOptions = {},
): EstimateDescription | undefined {
  checkArgument('estimate', objectProblem, estimate);
  checkOptions(optionChecks, options);
  checkOptions(textChecks, options.text ?? {}, 'text.');
  if (!isEstimate(estimate) || !isFinanced(estimate)) return undefined;
  const { text, language } = textFor(options);
  const terms = creditTermsOf(estimate, options);
  const { months, financedCents, downPaymentCents } = terms;

  const words = inWords(text, terms, options);
  const [before = '', figure = '', unit = '', ...after] = words.payment;
  const amount = figure + unit;
  const rest = [after.join('') + (words.term && ` ${words.term}`), words.apr, words.downPayment];
  const tail = rest.join(' · ');
  const purchaseCents =
    options.amount === undefined ? financedCents + downPaymentCents : roundToCents(options.amount);
  const { rows, isLastPaymentOther } = breakdownOf(terms, purchaseCents);
  const breakdown = rows.map((row) => ({
    name: fill(text[row.name], { months: months ?? '' }),
    value: money(row.cents),
    amount: row.cents / 100,
  }));
  const totalIndex = rows.findIndex(({ name }) => /^totalOf(Payments|One)$/.test(name));
  const total = options.total ? breakdown[totalIndex] : undefined;
  const totalText = total ? `${total.name}: ${total.value}` : '';
  const end = tail + (total ? ` · ${totalText}` : '');
  return {
    text: before + amount + end,
    html: `<span lang="${escapeHtml(language)}">${escapeHtml(before)}<strong>${escapeHtml(amount)}</strong>${escapeHtml(end)}</span>`,
    sentence: words.sentence + (total ? ` ${totalText}.` : ''),
    parts: {
      payment: words.payment.join(''),
      amount,
      term: words.term,
      apr: words.apr,
      downPayment: words.downPayment,
      months,
    },
    ...(total && { total }),
    breakdown,
    disclosure: isLastPaymentOther ? `${text.disclosure} ${text.lastPayment}` : text.disclosure,
  };
}

/** Returns the texts and their language, which can be any language that the options have texts for. */
function textFor({ lang = 'en', text = {} }: EstimateDescriptionOptions) {
  const replacements = Object.entries(text).filter(([, value]) => value !== undefined);
  const wanted = primaryLanguage(lang.replace('_', '-')); // PHP, Java, and Python write es_US
  const isBuiltIn = Object.hasOwn(texts, wanted);
  const language = isBuiltIn || replacements.length > 0 ? wanted : 'en';
  const own = texts[isBuiltIn ? wanted : 'en'];
  return { language, text: { ...own, ...Object.fromEntries(replacements) } as Text };
}
