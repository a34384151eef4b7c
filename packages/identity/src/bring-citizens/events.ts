import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { BRING_WORDS } from './words/index.ts'

/** What the audit learns about citizens who are brought. */
export const BRING_EVENTS = {
  'citizen-brought': {
    means:
      'An operator brought a citizen from another system. `password` says whether a hash was kept, was not kept (too weak, or to be forgotten), or was not there.',
    bound: 'operator',
    sentence: partOf(BRING_WORDS, ({ events }) => events.brought),
  },
  'citizens-imported': {
    means: 'An operator has brought a file of citizens. The numbers of its lines say what became of them.',
    bound: 'operator',
    about: 'nobody',
  },
  'citizen-invited': {
    means:
      'An operator has had a letter written to a citizen who was brought: it says where the account is now. `password` says whether the citizen has `none`, or the one of the other system (`brought`).',
    bound: 'operator',
    sentence: partOf(BRING_WORDS, ({ events }) => events.invited),
  },
  'citizens-invited': {
    means:
      'An operator has invited citizens who were brought. `due`: how many were to be invited. `ended_by` says why it ended.',
    bound: 'operator',
    about: 'nobody',
  },
  'citizens-exported': {
    means:
      'An operator has begun to write all citizens to a file. `with_hashes`: with the hashes of their passwords.',
    bound: 'operator',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof BRING_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
