/**
 * Who a citizen is: subject, address, name, phone, standing and security version. The subject is random, durable and
 * the same for every program; the citizen id is internal and never leaves the service but inside tokens, as a
 * locator. The security version rises with everything that must end what came before; sessions, codes and grants
 * remember the one they were born under. Password hashes rest here too, but what a good password is, is decided
 * in `passwords`.
 */

export {
  closeCitizen,
  reinstateCitizen,
  requireVerification,
  signOutCitizen,
  suspendCitizen,
} from './change-citizen.ts'
export { type Citizen, type CitizenStanding } from './citizen.ts'
export {
  findCitizen,
  findCitizenIdByEmail,
  findHighestSecurityVersion,
  insertCitizen,
  lockCitizen,
  raiseSecurityVersion,
  setEmailVerified,
  setEverySecurityVersion,
  setPasswordHash,
  setProfile,
} from './citizen-store.ts'
export { type EmailRefusal, readEmail } from './email.ts'
export { findForOperator } from './find-for-operator.ts'
export { type NameRefusal, readFullName, readPhoneNumber } from './name.ts'
export {
  changeAsOperator,
  type OperatorChange,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'
export {
  type FieldProblem,
  type FieldProblems,
  type FieldReaders,
  type GivenFields,
  readFields,
  validationErrors,
} from './read-fields.ts'
