/**
 * Every page for citizens, as a pure function of a view: the words in each language, the frame, the parts, the style.
 * It makes no decision, reads no request and uses no store. Every text that people chose is escaped and isolated. No
 * page needs a script; only passkeys do. WCAG 2.2 AA.
 */
export { accountLayout } from './account-layout.ts'
export { type Asset, assets, favicon, pageRules, script, scriptElement } from './assets.ts'
export { type ChangePasswordView, changePasswordPage } from './change-password.ts'
export { type CheckEmailView, checkEmailPage, type SentLinkWords, type SentProblem } from './check-email.ts'
export { type ConfirmView, confirmPage, type Decision, type Received } from './confirm.ts'
export { assetsOf, type Design, designOf, porticoStyle } from './design.ts'
export { icons } from './icons.ts'
export { layout, type PageFrame } from './layout.ts'
export {
  type InvalidLinkWords,
  invalidLinkWords,
  type LinkInvalidView,
  linkInvalidPage,
  sentLinkWords,
} from './links.ts'
export { type LoginView, loginPage } from './login.ts'
export { type LogoutView, logoutPage, signedOutPage } from './logout.ts'
export { type MailboxView, type MailItem, mailboxPage, mailHtmlPath } from './mailbox.ts'
export { moment } from './moments.ts'
export {
  continuesTo,
  type Fault,
  field,
  hiddenInput,
  isolated,
  linkButton,
  notice,
  type ProgramLink,
  passwordField,
  postForm,
  problemSummary,
  sentences,
  submitButton,
  usernameForPasswordManagers,
} from './parts.ts'
export { PATHS, type ProvenPage, provenPageOf } from './paths.ts'
export { type ProblemKind, type ProblemView, problemPage } from './problem.ts'
export { type ProfileView, profilePage } from './profile.ts'
export { type ProgramItem, type ProgramsView, programsGlance, programsPage } from './programs.ts'
export { type ProveStep, proveFaults, proveSection } from './prove.ts'
export { newBrowserPage, recoverPage } from './recover.ts'
export { type CitizenField, type LinkRequestView, type ProblemCode, registerPage } from './register.ts'
export { type SessionItem, type SessionsView, sessionsPage } from './sessions.ts'
export {
  type PasswordProblem,
  type PasswordPurpose,
  type PasswordSetView,
  passwordSetPage,
  type SetPasswordView,
  setPasswordPage,
} from './set-password.ts'
export { type Trouble, troubleFaults } from './trouble.ts'
export {
  addressVerifiedPage,
  type VerificationRequiredView,
  type VerifyAddressView,
  verificationRequiredPage,
  verifyAddressPage,
} from './verification.ts'
export { type VerifyBrowserView, verifyBrowserPage } from './verify-browser.ts'
export type { WayIn } from './way-in.ts'
export type { Words } from './words/en.ts'
export { type Spoken, wordsFor } from './words/words-for.ts'
