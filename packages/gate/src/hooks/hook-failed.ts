import type { HookName } from './hook-names.ts'

/** The page that explains each failure. */
const PAGE = 'docs/integrate/accounts-by-hooks.md#when-a-hook-fails'

interface Failure {
  readonly saw: string
  readonly fix: string
  readonly isAway?: boolean
  readonly status?: number | null
}

/**
 * A hook brought no usable answer, so nothing was decided. The request gets 503, and nobody is signed out. `isAway`: the
 * back end is not reached or too slow, so further hooks would fail as well.
 */
export class HookFailed extends Error {
  override readonly name = 'HookFailed'
  readonly hook: HookName
  readonly saw: string
  readonly fix: string
  readonly isAway: boolean
  /** The status of an answer that is neither 200 nor 501. */
  readonly status: number | null
  constructor(hook: HookName, { saw, fix, isAway = false, status = null }: Failure) {
    super(`the hook ${hook} failed: ${saw}; ${fix}; see ${PAGE}`)
    this.hook = hook
    this.saw = saw
    this.fix = fix
    this.isAway = isAway
    this.status = status
  }
}
