import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

/** What the audit learns about mailed links and codes, by the room that asks for them. */
export const MAILED_LINK_EVENTS = {
  'registration-requested': { bound: { limit: 'register-per-email' } },
  'recovery-requested': {
    bound: { limit: 'recover-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.recoveryRequested),
  },
  'browser-link-requested': {
    bound: { limit: 'browser-link-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.browserLinkRequested),
  },
  'verification-requested': {
    bound: { limit: 'recover-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.verificationRequested),
  },
  // What the code was for has an event of its own.
  'mailed-code-used': {
    bound: { after: ['recovery-requested', 'registration-requested', 'browser-link-requested'] },
  },
  'mailed-code-refused': {
    bound: { limit: 'code-per-email' },
    sentence: partOf(MAILED_LINK_WORDS, ({ events }) => events.codeRefused),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof MAILED_LINK_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
