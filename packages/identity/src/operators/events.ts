import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import type { OperatorWords } from './words/en.ts'
import { OPERATOR_WORDS } from './words/index.ts'

const sentence = (of: keyof OperatorWords['events']) => partOf(OPERATOR_WORDS, ({ events }) => events[of])

/** What the audit learns about operators of the console. */
export const OPERATOR_EVENTS = {
  'operator-added': {
    means: 'A citizen became an operator of the console. `role` says which.',
    bound: 'operator',
    forSupporters: sentence('added'),
  },
  'operator-changed': {
    means: 'An operator of the console got another name or role.',
    bound: 'operator',
    forSupporters: sentence('changed'),
  },
  'operator-removed': {
    means: 'A citizen is no operator of the console any more.',
    bound: 'operator',
    forSupporters: sentence('removed'),
  },
  'console-prepared': {
    means:
      'An operator gave a role of the database the rights of the console. `role` says which; a former one has none any more.',
    bound: 'operator',
    about: 'nobody',
  },
  'console-refused': {
    means:
      'The console refused somebody who was signed in, or a machine: `because` says why (no operator, a role, another browser or network, a key that is younger than the operator, a page that a way in without a sign-in does not reach, an act or an order that there is not, a key of no machine), `page` which page it was; `act` and `subject` which act was tried on whom.',
    bound: { perHour: 20, each: '`because`, of a role for each page and act' },
    forSupporters: sentence('refused'),
  },
  'console-form-refused': {
    means:
      'A page of another site led the browser of somebody who was signed in to what the console refuses, by a link or a form, and nothing was done. `page` says to which page. A sign-in ends in this way, too.',
    bound: { perHour: 20 },
    forSupporters: sentence('formRefused'),
  },
  'console-looks-spent': {
    means: 'An operator wanted more looks at citizens within an hour than there may be.',
    bound: { perHour: 20 },
    forSupporters: sentence('looksSpent'),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof OPERATOR_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
