import type { OperatorRefusal } from '../citizens/index.ts'
import type { ConsentRefusal } from '../moments/index.ts'

/** Why an operator may not give an order. */
export type RightsRefusal =
  | 'no-operator'
  | 'no-such-act'
  | 'role'
  | 'own-account'
  | 'account-of-operator'
  | 'too-many'
  | 'machine'
  | 'sign-in-too-old'

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
