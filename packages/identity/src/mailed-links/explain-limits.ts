import { type ExplainNeeds, type Finding } from '../platform/room/explains.ts'
import { findSpentLimit } from '../rate-limits/index.ts'
import { MAILED_LINK_LIMITS } from './limits.ts'
import { linkFinding } from './link-finding.ts'

const PER_EMAIL = [
  'register-per-email',
  'recover-per-email',
  'browser-link-per-email',
  'code-per-email',
] as const

/** Tells a supporter which limits of an address are spent. Limits by network are not seen here: nobody knows where the caller is. */
export async function explainLimits(needs: ExplainNeeds, email: string): Promise<readonly Finding[]> {
  const spent = await Promise.all(
    PER_EMAIL.map(async (kind) => {
      const limit = MAILED_LINK_LIMITS[kind]
      return { kind, endsAt: await findSpentLimit(needs, { kind, limit, who: email }) }
    }),
  )
  return spent.flatMap(({ kind, endsAt }) =>
    endsAt === undefined
      ? []
      : [
          linkFinding(`limit-${kind}`, (words, { when }) => ({
            found: [words.asked, words.ends(when(endsAt))],
            tell: [words.tell(when(endsAt))],
          })),
        ],
  )
}
