import type { ProgramErrorCode, SsoErrorParam } from './contract.ts'
import type { Answer } from './program.ts'

/** Everything that can stand between a citizen and being signed in. */
export type SsoProblemCode =
  | SsoErrorParam
  | 'flow_not_found'
  | 'handoff_refused'
  | 'throttled'
  | 'offline'
  | 'session_ended'
  | 'session_expired'
  | 'storage_blocked'
  | 'sso_disabled'

/** What the app should offer: sign in again at once, afresh, by linking, later, or nothing. */
export type SsoAction = 'retry' | 'restart' | 'link' | 'wait' | 'none'

/** A problem in words for the citizen, with what to offer next. */
export interface SsoProblem {
  readonly code: SsoProblemCode
  readonly message: string
  readonly action: SsoAction
  readonly retryAfterSeconds?: number
  /** The program's own word for it, for logs. */
  readonly programCode?: ProgramErrorCode
}

/** Puts a problem into words; an answer that says "too many" is that problem, whatever else would follow from it. */
export type DescribeProblem = (code: SsoProblemCode, answer?: Answer) => SsoProblem

/** The words for each problem; `{n}` stands for a number of seconds. */
export type SsoMessages = Readonly<Partial<Record<SsoProblemCode, string>>>

const PATIENCE_SECONDS = 30

const DEFAULTS: Readonly<Record<SsoProblemCode, readonly [SsoAction, string]>> = {
  cancelled: ['restart', 'You did not finish signing in.'],
  existing_account: [
    'link',
    'You already have an account here. Sign in the old way once, then connect it to your central account.',
  ],
  unavailable: ['retry', 'Sign-in is not available right now. Nothing was changed.'],
  flow_not_found: ['restart', 'This sign-in began in another browser or took too long.'],
  handoff_refused: ['restart', 'This sign-in could not be finished.'],
  throttled: ['wait', 'Too many tries. Please wait {n} seconds.'],
  offline: ['wait', "We can't check your sign-in at the moment. You are still signed in; we will try again."],
  session_ended: ['restart', 'You were signed out because your central session ended.'],
  session_expired: ['restart', 'Your sign-in here is no longer valid.'],
  storage_blocked: ['none', 'This browser blocks storage, which signing in needs.'],
  sso_disabled: ['none', 'Sign-in is switched off here.'],
}

/** Takes the app's own words, where it has any, before ours. */
export const describeWith =
  (messages: SsoMessages = {}): DescribeProblem =>
  (wanted, answer) => {
    const code = answer?.kind === 'throttled' ? answer.kind : wanted
    const [action, words] = DEFAULTS[code]
    const seconds = answer?.retryAfterSeconds || (code === 'throttled' ? PATIENCE_SECONDS : 0)
    return {
      code,
      action,
      message: (messages[code] ?? words).replace('{n}', `${seconds}`),
      ...(seconds && { retryAfterSeconds: seconds }),
      ...(answer?.programCode && { programCode: answer.programCode }),
    }
  }
