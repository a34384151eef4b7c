/**
 * Who a citizen is: subject, address, name, phone, standing and security version. The subject is random, permanent and
 * the same for every program. The citizen id is internal: outside the service it is only in tokens, as the first part
 * of their key. The security version rises with everything that must end all access; sessions, codes and grants store
 * the version of their beginning. Password hashes are stored here, too; `passwords` decides what a good password is.
 */

export { type AccountMark, isUnchanged, markOf } from './account-mark.ts'
export { callerOf } from './caller-of.ts'
export {
  closeCitizen,
  reinstateCitizen,
  requireVerification,
  signOutCitizen,
  suspendCitizen,
} from './change-citizen.ts'
export type { Citizen } from './citizen.ts'
export {
  closeAccount,
  findCitizen,
  findHighestSecurityVersion,
  findSubjects,
  insertCitizen,
  lockCitizen,
  raiseSecurityVersion,
  replaceEmail,
  replacePasswordHash,
  setEmailVerified,
  setEverySecurityVersion,
  setLanguage,
  setPasswordHash,
  setProfile,
} from './citizen-store.ts'
export { DEMO_ADDRESSES, DEMO_PASSWORD } from './demo-citizens.ts'
export { EMAIL_SCHEMA, readEmail } from './email.ts'
export { type AllEnded, endAllAccess } from './end-all-access.ts'
export { findSuspender } from './explain-standing.ts'
export { findByName, findByPhoneEnd, readPhoneEnd } from './find-by-words.ts'
export { findCitizenOf } from './find-citizen-of.ts'
export { findForOperator } from './find-for-operator.ts'
export { findCitizenIdByEmail, findHolderOfEmail, freeReservedEmail } from './login-email-store.ts'
export { freeLabel, NAME_SCHEMA, readFullName, readLabel, type TextProblem } from './name.ts'
export {
  type ChangeCitizen,
  type OperatorNeeds,
  type OperatorRefusal,
  operatorChange,
} from './operator-change.ts'
export {
  type FieldProblems,
  type FieldReaders,
  type GivenFields,
  PHONE_SCHEMA,
  type PhoneProblem,
  readFields,
  readPhoneNumber,
  VALIDATION_ERRORS,
  validationErrors,
} from './read-fields.ts'
export { CITIZENS } from './room.ts'
export {
  asOfNow,
  causeInWords,
  holdSuspensions,
  standingNow,
} from './suspension.ts'
export {
  type NewSuspension,
  readCause,
  SUSPENSION_CAUSES,
  type Suspension,
  type SuspensionCause,
} from './suspension-cause.ts'
export { whyNotReinstate, whyNotSuspend, whyNotUnverify } from './why-nothing.ts'
export { CITIZEN_WORDS } from './words/index.ts'
