import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CHANGE_ADDRESS_WORDS, type ChangeAddressWords } from './words/index.ts'

const sentence = (of: keyof ChangeAddressWords['events']) =>
  partOf(CHANGE_ADDRESS_WORDS, ({ events }) => events[of])

/** What the audit learns about a new address. */
export const CHANGE_ADDRESS_EVENTS = {
  'address-link-requested': {
    means: 'A citizen asked for a link that proves a new address.',
    bound: { limit: 'new-address-per-citizen' },
    sentence: sentence('requested'),
  },
  'address-change-begun': {
    means: 'A citizen has proven a new address, and the waiting period of its change began.',
    bound: { after: ['address-link-requested'] },
    sentence: sentence('begun'),
  },
  'address-change-stopped': {
    means: 'A change of address was stopped before it was carried out. `cause` says why.',
    bound: { after: ['address-change-begun', 'citizen-address-change-begun'] },
    sentence: sentence('stopped'),
  },
  'address-changed': {
    means: 'A change of address was carried out after its waiting period.',
    bound: 'system',
    sentence: sentence('changed'),
  },
  'address-given-back': {
    means: 'The holder of the old address undid a change of address, and all access ended.',
    bound: { after: ['address-changed'] },
    leadsTo: ['citizen-signed-out'],
    sentence: sentence('givenBack'),
  },
  'citizen-address-change-begun': {
    means: 'An operator ordered a new address for a citizen, and the waiting period began.',
    bound: 'operator',
    sentence: sentence('ordered'),
  },
  'citizen-way-back-sent': {
    means: 'An operator had the letter sent once more whose link stops a change of address or undoes it.',
    bound: 'operator',
    sentence: sentence('wayBackSent'),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof CHANGE_ADDRESS_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
