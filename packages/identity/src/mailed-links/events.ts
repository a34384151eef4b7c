import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

/** What the audit learns about mailed links and codes, by the room that asks for them. */
export const MAILED_LINK_EVENTS = {
  'registration-requested': {
    means: 'Somebody asked to register an address that has no account, and got a link.',
    bound: { limit: 'register-per-email' },
    about: 'nobody',
  },
  'recovery-requested': {
    means: 'Somebody asked for a link for a new password.',
    bound: { limit: 'recover-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.recoveryRequested),
  },
  'browser-link-requested': {
    means: 'Somebody asked for a link that admits a browser which the account does not know.',
    bound: { limit: 'browser-link-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.browserLinkRequested),
  },
  'verification-requested': {
    means: 'A signed-in citizen asked for a link that proves the address.',
    bound: { limit: 'recover-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.verificationRequested),
  },
  'citizen-letter-resent': {
    means: 'An operator had a letter with a link sent once more that somebody waited for. `kind` says which.',
    bound: 'operator',
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.letterResent),
  },
  // What the code was for has an event of its own.
  'mailed-code-used': {
    means: 'A mailed code was typed in place of its link.',
    bound: { after: ['recovery-requested', 'registration-requested', 'browser-link-requested'] },
    forSupporters: partOf(MAILED_LINK_WORDS, ({ events }) => events.codeUsed),
  },
  'mailed-code-refused': {
    means: 'A mailed code was wrong, or not valid any more.',
    bound: { limit: 'code-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.codeRefused),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof MAILED_LINK_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
