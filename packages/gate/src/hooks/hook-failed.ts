import type { HookName } from './hook-names.ts'

/** The page that explains each failure. */
const PAGE = 'docs/integrate/accounts-by-hooks.md#when-a-hook-fails'

/**
 * A hook brought no usable answer, so nothing was decided. The request gets 503, and nobody is signed out. `isAway`: the
 * back end is not reached or too slow, so further hooks would fail as well.
 */
export class HookFailed extends Error {
  override readonly name = 'HookFailed'
  readonly hook: HookName
  readonly isAway: boolean
  constructor(hook: HookName, { saw, fix, isAway = false }: { saw: string; fix: string; isAway?: boolean }) {
    super(`the hook ${hook} failed: ${saw}; ${fix}; see ${PAGE}`)
    this.hook = hook
    this.isAway = isAway
  }
}
