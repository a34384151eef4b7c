import type { Events } from '../platform/room/event.ts'

/** What the audit learns about keys of machines. What a machine sees and does stands under the name of its key. */
export const MACHINE_KEY_EVENTS = {
  'machine-key-added': {
    means:
      'An operator made a key for a machine that asks the API of the console. `key` is its name, `role` what it may, `until` its end.',
    bound: 'operator',
    about: 'nobody',
  },
  'machine-key-removed': {
    means: 'An operator removed a key of a machine. `key` is its name, `role` what it could.',
    bound: 'operator',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof MACHINE_KEY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
