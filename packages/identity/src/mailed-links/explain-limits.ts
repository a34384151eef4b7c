import type { ExplainNeeds, Finding } from '../platform/room/explains.ts'
import { findSpentLimit } from '../rate-limits/index.ts'
import { MAILED_LINK_LIMITS } from './limits.ts'

/** What somebody asked for too often, by the limit. */
const ASKED_FOR = [
  ['register-per-email', 'an account'],
  ['recover-per-email', 'a new password'],
  ['browser-link-per-email', 'a link for a new browser'],
  ['code-per-email', 'a try of a mailed code'],
] as const

/** Tells a supporter which limits of an address are spent. Limits by network are not seen here: nobody knows where the caller is. */
export async function explainLimits(needs: ExplainNeeds, email: string): Promise<readonly Finding[]> {
  const spent = await Promise.all(
    ASKED_FOR.map(async ([kind, what]) => {
      const limit = MAILED_LINK_LIMITS[kind]
      return { kind, what, endsAt: await findSpentLimit(needs, { kind, limit, who: email }) }
    }),
  )
  return spent.flatMap(({ kind, what, endsAt }) =>
    endsAt === undefined
      ? []
      : [
          {
            ...{ name: `limit-${kind}`, weight: 'slows' as const, to: 'anybody' },
            found: `Somebody asked for ${what} at this address as often as the limit ${kind} allows. It ends on ${needs.when(endsAt)}.`,
            tell: `You have asked too often. Look for the emails that came, or wait until ${needs.when(endsAt)}.`,
          },
        ],
  )
}
