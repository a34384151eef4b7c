/**
 * Who may enter the console, under which name, and what for. An operator is a citizen who signs in as every citizen does; the role is a row here and never a claim
 * of a token (contract section 1.8). The console asks at every request, so that a removal counts at once.
 */
export { type AddedOperator, type AddOperatorRefusal, addOperator, type NewOperator } from './add-operator.ts'
export {
  type LookBound,
  type LookRefusal,
  type RefusedLook,
  recordConsoleRefusal,
  withinLooks,
} from './bounded-looks.ts'
export { findDeciders } from './find-deciders.ts'
export { findNamedOperator } from './find-named-operator.ts'
export { ENTERING_SIGN_IN, FRESH_SIGN_IN, hasFreshSignIn } from './fresh-sign-in.ts'
export { ENTRY, type KeptOut, listEntering } from './list-entering.ts'
export {
  findEnteringOperator,
  findEnteringOperatorOf,
  findOperator,
  findSameNamed,
  type ListedOperator,
  listOperators,
  type Operator,
} from './operator-store.ts'
export { removeOperator } from './remove-operator.ts'
export { mayAs, ROLE_MEANS, ROLES, type Role, readRole } from './role.ts'
export { OPERATORS } from './room.ts'
export { isTrustedSignIn } from './trusted-sign-in.ts'
