import type { FinalStatus } from '../../../contract/link-tracking.js';
import type { Text } from '../../../words/script-text.js';
import type { FrozenRequest } from './frozen-request.js';
import type { QrCode } from './qr-code.js';

/**
 * The state of a link button and its transitions. It doesn't touch the page: `LinkFlow` calls the proxy and opens
 * windows, and the element renders the state.
 */
export type LinkState =
  | Closed
  /** The phone form is open. The button shows `behind`, and returns to it when the form closes. */
  | { readonly kind: 'asking-phone'; readonly behind: Closed };

type Closed =
  | Resting
  /** The link is being created. */
  | { readonly kind: 'creating'; readonly inForm: boolean }
  /** The last click failed. `text` names the message. */
  | { readonly kind: 'failed'; readonly text: keyof Text; readonly inForm: boolean };

type Resting =
  | { readonly kind: 'idle' }
  /** The link was texted. */
  | { readonly kind: 'sent' }
  /** A message, or a link that couldn't be opened. */
  | {
      readonly kind: 'shown';
      readonly text?: 'copied' | FinalStatus;
      readonly link?: ShownLink;
    };

export interface ShownLink {
  readonly url: string;
  readonly request: FrozenRequest;
  readonly code: QrCode | undefined;
  /** True if the browser refused the clipboard, so the address itself is shown for copying. */
  readonly isAddress: boolean;
}

/** An event that can change a button's state. */
export type LinkAction =
  /** The phone form opens, or has closed. */
  | 'ask'
  | 'close'
  /** A request is sent. */
  | 'send'
  /** The message of a failure is removed. */
  | 'clear'
  /** The button is for another purchase now. */
  | 'reset'
  /** The request has ended, with this outcome. The first outcome counts. */
  | { readonly done: Resting }
  | { readonly fail: keyof Text }
  /** The application of a link has ended. */
  | { readonly ended: FinalStatus };

export const idle: Resting = { kind: 'idle' };

/** True while the phone form is open. */
export function isFormOpen(state: LinkState): boolean {
  return state.kind === 'asking-phone' || ('inForm' in state && state.inForm);
}

/** Returns the state after an action. */
export function nextState(state: LinkState, action: LinkAction): LinkState {
  const inForm = isFormOpen(state);
  const rest = (behind: Resting): LinkState => (inForm ? { kind: 'asking-phone', behind } : behind);
  if (action === 'ask') return { kind: 'asking-phone', behind: closed(state) };
  if (action === 'close') return closed(state);
  if (action === 'send') return { kind: 'creating', inForm };
  if (action === 'clear') return state.kind === 'failed' ? rest(idle) : state;
  if (action === 'reset') return rest(idle);
  if ('fail' in action) return { kind: 'failed', text: action.fail, inForm };
  const isCreating = state.kind === 'creating';
  if ('done' in action) return isCreating ? rest(action.done) : state;
  return isCreating ? state : rest({ kind: 'shown', text: action.ended });
}

/** Returns the state with its form closed, and without a failure. */
function closed(state: LinkState): Closed {
  if (state.kind === 'asking-phone') return state.behind;
  if (state.kind === 'failed') return idle;
  return state.kind === 'creating' ? { ...state, inForm: false } : state;
}
