/** What the page of an error code says, in Markdown. Status, title and the shopper's words come from the code. */
export interface ErrorText {
  /** What happened, in one or two sentences. */
  readonly happened: string;
  /** Whose fault it is, in a sentence. */
  readonly fault: string;
  /** What to do, most likely first. */
  readonly remedies: readonly string[];
}
