import type { OperatorRefusal } from '../citizens/index.ts'
import type { ConsentRefusal } from '../moments/index.ts'

/** Why an operator may not give an order, in English: for the API, and for the pages of the console. */
export const SAYS_OF_RIGHTS = {
  'no-operator': 'Nothing was changed, because you are no operator any more.',
  'no-such-act': 'Nothing was changed, because the console cannot order this: it is done on the machine.',
  role: 'Nothing was changed, because your role does not reach this act.',
  'own-account':
    'Nothing was changed, because this is your own account. Another operator acts on it, or you do it on its pages, as every citizen.',
  'account-of-operator':
    'Nothing was changed, because this is the account of an operator. Only an administrator acts on it.',
  'too-many':
    'Nothing was changed, because you have ordered as much within an hour as an operator may. Go on later, or do it on the machine.',
  machine: 'Nothing was changed, because a machine neither consents nor withdraws: another operator does.',
  'sign-in-too-old':
    'Nothing was changed, because you have not proven who you are within the last five minutes. Sign in again, and order it anew.',
}

/** Why an operator may not give an order. */
export type RightsRefusal = keyof typeof SAYS_OF_RIGHTS

/** Why the typed time or cause of an act is no such thing. */
export type TypedFault = 'bad-time' | 'time-over' | 'time-too-far' | 'bad-cause'

/** Why an order from the console is refused, beside what the words of its act say. The console has a sentence for each. */
export type OrderRefusal =
  | OperatorRefusal
  | ConsentRefusal
  | RightsRefusal
  | TypedFault
  | 'changed'
  | 'nothing-to-do'
  | 'order-failed'
