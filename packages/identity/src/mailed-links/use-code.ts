import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { findCitizen } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { type MintedToken, mintToken, type TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { CODE_TRIES, type CodeNeeds, isCodeOf, readCode } from './code.ts'
import type { LinkRules } from './link-kinds.ts'
import { countTry, spendCode } from './link-store.ts'

/** The database, the keys and the limits. */
export type UseCodeNeeds = Basics & CodeNeeds & SpendsLimits

/** A typed code, in the browser that asked for the mail. */
export interface TypedCode {
  readonly typed: string
  readonly email: string
  /** The link that was mailed with the code. Nothing where this browser has none. */
  readonly link: TokenKey | undefined
  readonly origin: AuditOrigin & { readonly address: string }
}

/**
 * Why a code was refused. `code-over`: it was used, replaced or tried too often, or is too old. `code-closed`: too many
 * were tried for the address today. None of it depends on whether there is an account.
 */
export type CodeRefusal =
  | 'code-unreadable'
  | 'code-over'
  | 'code-closed'
  | Wait
  | { readonly problems: 'code-wrong'; readonly triesLeft: number }

/**
 * Trades a code for a link that only this browser gets. The mailed link ends with it. A try is counted before the code is
 * compared, so concurrent tries are not more than sequential ones. One of several concurrent right ones succeeds.
 */
export async function useCode(
  needs: UseCodeNeeds,
  rules: LinkRules,
  { typed, email, link, origin }: TypedCode,
): Promise<Result<MintedToken, CodeRefusal>> {
  const fromHere = await needs.limits.spend('code-per-ip', origin.address)
  if (!fromHere.allowed) return refused(fromHere)
  const code = readCode(typed)
  if (code === undefined) return refused('code-unreadable')
  if (!link) return refused('code-over')
  const tried = await countTry(needs.db, link, CODE_TRIES, needs.clock.now())
  if (!tried) return refused('code-over')
  // Only where a code is compared: a code that is over uses up nothing of the day.
  const forThere = await needs.limits.spend('code-per-email', email)
  if (!forThere.allowed) return refused('code-closed')
  if (isCodeOf(needs.keyring, link, code, tried.codeHash))
    return spend(needs, rules, { link, origin, ...tried })
  await note(needs, rules, 'mailed-code-refused', { link, origin, ...tried })
  const triesLeft = CODE_TRIES - tried.tries
  return refused(triesLeft > 0 ? { problems: 'code-wrong', triesLeft } : 'code-over')
}

interface Tried {
  readonly link: TokenKey
  readonly origin: AuditOrigin
  readonly codeHash: Buffer
  readonly tries: number
}

async function spend(
  needs: UseCodeNeeds,
  rules: LinkRules,
  tried: Tried,
): Promise<Result<MintedToken, 'code-over'>> {
  const { link, codeHash } = tried
  const fresh = mintToken(needs.random, rules.token, link.citizenId)
  return needs.db.transaction(async (tx) => {
    const spent = { codeHash, newHash: fresh.hash }
    if (!(await spendCode(tx, link, spent, needs.clock.now()))) return refused('code-over')
    await note({ ...needs, db: tx }, rules, 'mailed-code-used', tried)
    return accepted(fresh)
  })
}

/** The event names the citizen, where the link belongs to one. */
async function note(
  needs: Basics,
  { kind }: LinkRules,
  name: 'mailed-code-used' | 'mailed-code-refused',
  { link: { citizenId }, origin, tries }: Tried,
): Promise<void> {
  const citizen = await findCitizen(needs.db, citizenId)
  await appendEvent(needs, { name, origin, ...(citizen && { citizenId }), details: { kind, tries } })
}
