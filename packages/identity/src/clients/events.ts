import type { Events } from '../platform/room/event.ts'

/** What the audit learns about registered programs. */
export const CLIENT_EVENTS = {
  'client-added': {
    means:
      'An operator registered a program. `former_connections` of an earlier one with its id were left, and were deleted.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-updated': {
    means: 'An operator changed the registration of a program.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-disabled': {
    means: 'An operator disabled a program: nobody can enter it.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-enabled': { means: 'An operator enabled a disabled program.', bound: 'operator', about: 'nobody' },
  'client-removed': {
    means: 'An operator removed a program and all its access.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-secret-added': {
    means: 'An operator gave a program one more secret.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-secret-retired': {
    means: 'An operator ended a secret of a program.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-secret-end-set': {
    means: 'An operator said when a secret of a program ends.',
    bound: 'operator',
    about: 'nobody',
  },
  'client-secret-refused': {
    means:
      'A program came with a secret of its own after the end of it, and was refused. An hour has one for each secret.',
    bound: 'program',
    about: 'nobody',
  },
  'wrong-client-secret': {
    means:
      'Somebody came as a program with a secret that it does not have, and was refused. An hour has one for each program, and one more after each right secret.',
    bound: { counted: 'once an hour for each program, and once after each right secret (decision 115)' },
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof CLIENT_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
