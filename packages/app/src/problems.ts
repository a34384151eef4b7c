import type { ProgramErrorCode, SsoErrorParam } from './contract.ts'
import type { Answer } from './program.ts'

/** Every reason why a citizen is not signed in, or why the session cannot be checked now. */
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

/** What the app should offer: sign in again now, start again, link the account, wait, or nothing. */
export type SsoAction = 'retry' | 'restart' | 'link' | 'wait' | 'none'

/** A problem, with a message for the citizen, and the action to offer. */
export interface SsoProblem {
  readonly code: SsoProblemCode
  readonly message: string
  readonly action: SsoAction
  readonly retryAfterSeconds?: number
  /** The code that the program sent, for logs. */
  readonly programCode?: ProgramErrorCode
}

/** Describes a problem. For a 429 the code is always `throttled`. */
export type DescribeProblem = (code: SsoProblemCode, answer?: Answer) => SsoProblem

/** The message for each problem. `{n}` stands for a number of seconds. */
export type SsoMessages = Readonly<Partial<Record<SsoProblemCode, string>>>

const DEFAULT_WAIT_SECONDS = 30

const DEFAULTS: Readonly<Record<SsoProblemCode, readonly [SsoAction, string]>> = {
  cancelled: ['restart', 'You did not finish signing in.'],
  existing_account: ['link', 'You already have an account here. Sign in as before, then connect it.'],
  unavailable: ['retry', 'Sign-in is not available right now. Nothing was changed.'],
  flow_not_found: ['restart', 'This sign-in began in another browser or took too long.'],
  handoff_refused: ['restart', 'This sign-in could not be finished.'],
  throttled: ['wait', 'Too many tries. Please wait {n} seconds.'],
  offline: ['wait', "We can't check your sign-in right now. You are still signed in."],
  session_ended: ['restart', 'You were signed out because your central session ended.'],
  session_expired: ['restart', 'Your sign-in here is over.'],
  storage_blocked: ['none', 'This browser blocks storage, which signing in needs.'],
  sso_disabled: ['none', 'Sign-in is switched off here.'],
}

/** Makes the function that describes problems. The app's own messages replace the defaults. */
export const describeWith =
  (messages: SsoMessages = {}): DescribeProblem =>
  (wanted, answer) => {
    const code = answer?.kind === 'throttled' ? answer.kind : wanted
    const [action, message] = DEFAULTS[code]
    const seconds = answer?.retryAfterSeconds || (code === 'throttled' ? DEFAULT_WAIT_SECONDS : 0)
    return {
      code,
      action,
      message: (messages[code] ?? message).replace('{n}', `${seconds}`),
      ...(seconds && { retryAfterSeconds: seconds }),
      ...(answer?.programCode && { programCode: answer.programCode }),
    }
  }
