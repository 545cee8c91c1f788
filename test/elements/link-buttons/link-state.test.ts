import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  idle,
  type LinkAction,
  type LinkState,
  nextState,
} from '../../../src/elements/link-buttons/after-click/link-state.js';

const request = { body: {}, reference: undefined, key: '{}' };
const shown = {
  kind: 'shown',
  link: { url: 'https://a.example', request, code: undefined, isAddress: false },
} as const;
const copied = { kind: 'shown', text: 'copied' } as const;
const completed = { kind: 'shown', text: 'completed' } as const;
const sent = { kind: 'sent' } as const;
const asking = { kind: 'asking-phone', behind: idle } as const;
const creating = { kind: 'creating', inForm: false } as const;
const texting = { kind: 'creating', inForm: true } as const;
const failed = { kind: 'failed', text: 'failed', inForm: false } as const;
const refused = { kind: 'failed', text: 'notSent', inForm: true } as const;
const show = { done: shown } as const;

describe('nextState()', () => {
  for (const [what, state, action, next] of [
    ['creates a link on a click', idle, 'send', creating],
    ['removes the message of the last click', failed, 'send', creating],
    ['says nothing about a link that opened', creating, { done: idle }, idle],
    ['shows a link that could not be opened', creating, show, shown],
    ['says that a link was copied', creating, { done: copied }, copied],
    ['says that the click failed', creating, { fail: 'failed' }, failed],
    ['says that something is missing', idle, { fail: 'failed' }, failed],
    ['keeps the first outcome', failed, { done: idle }, failed],
    ['drops the outcome of another purchase', idle, show, idle],
    ['drops what it showed for another purchase', shown, 'reset', idle],
    ['stops creating for another purchase', creating, 'reset', idle],
    ['asks for a phone number', idle, 'ask', asking],
    ['keeps its message behind the form', copied, 'ask', { kind: 'asking-phone', behind: copied }],
    ['shows its message again', { kind: 'asking-phone', behind: copied }, 'close', copied],
    ['creates a link from the form', asking, 'send', texting],
    ['says so in the form when the number is refused', texting, { fail: 'notSent' }, refused],
    ['tries again from the form', refused, 'send', texting],
    ['forgets a failure when the form closes', refused, 'close', idle],
    ['goes on when the form closes', texting, 'close', creating],
    [
      'says behind the form that the link was sent',
      texting,
      { done: sent },
      { ...asking, behind: sent },
    ],
    ['says that the link was sent', { ...asking, behind: sent }, 'close', sent],
    ['says so without the form', creating, { done: sent }, sent],
    ['leaves the form open without an outcome', texting, { done: idle }, asking],
    ['leaves the form open for another purchase', refused, 'reset', asking],
    ['removes a failure before it asks', failed, 'clear', idle],
    ['removes nothing else', sent, 'clear', sent],
    ['says how the application ended', sent, { ended: 'completed' }, completed],
    ['replaces the link then', shown, { ended: 'completed' }, completed],
    ['says so behind the form', asking, { ended: 'completed' }, { ...asking, behind: completed }],
    ['does not say so while it creates a link', creating, { ended: 'completed' }, creating],
  ] as const satisfies readonly (readonly [string, LinkState, LinkAction, LinkState])[]) {
    it(what, () => {
      assert.deepEqual(nextState(state, action), next);
    });
  }
});
