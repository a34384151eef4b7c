import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CHANGE_ADDRESS_WORDS, type ChangeAddressWords } from './words/index.ts'

const sentence = (of: keyof ChangeAddressWords['events']) =>
  partOf(CHANGE_ADDRESS_WORDS, ({ events }) => events[of])

/** What the audit learns about a new address. */
export const CHANGE_ADDRESS_EVENTS = {
  'address-link-requested': {
    bound: { limit: 'new-address-per-citizen' },
    sentence: sentence('requested'),
  },
  'address-change-begun': {
    bound: { after: ['address-link-requested'] },
    sentence: sentence('begun'),
  },
  'address-change-stopped': {
    bound: { after: ['address-change-begun'] },
    sentence: sentence('stopped'),
  },
  'address-changed': { bound: 'system', sentence: sentence('changed') },
  'address-given-back': {
    bound: { after: ['address-changed'] },
    leadsTo: ['citizen-signed-out'],
    sentence: sentence('givenBack'),
  },
  'citizen-address-change-begun': { bound: 'operator', sentence: sentence('ordered') },
} satisfies Events

type Own = Readonly<Record<keyof typeof CHANGE_ADDRESS_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
