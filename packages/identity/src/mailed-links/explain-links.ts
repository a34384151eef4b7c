import { findGivenUp, findRefusal } from '../mail/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { ExplainNeeds, Explains, Finding } from '../platform/room/explains.ts'
import { explainLimits } from './explain-limits.ts'
import { linkFinding } from './link-finding.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { type AskedLink, findAskedLinks, findAskedRegistrations } from './link-store.ts'

/** What a link is for. */
type Purpose = 'registration' | 'recovery' | 'verification'

/** Tells a supporter what became of the links that were mailed to somebody, and whether no more may be asked for now. */
export const explainLinks: Explains = async (needs, caller) => {
  const { db } = needs
  const { citizenId, email } = caller
  const [registrations, links] = await Promise.all([
    citizenId === undefined && email !== undefined ? findAskedRegistrations(db, email) : [],
    citizenId === undefined ? [] : findAskedLinks(db, citizenId),
  ])
  const about = { ...needs, citizenId }
  const findings = [
    ...(await explainNewest(about, registrations, 'registration')),
    ...(await explainNewest(about, of(links, LINK_KINDS.recovery.kind), 'recovery')),
    ...(await explainNewest(about, of(links, LINK_KINDS.verification.kind), 'verification')),
  ]
  return email === undefined ? findings : [...findings, ...(await explainLimits(needs, email))]
}

/** Only the browsers that may read it have the refusal of their own letter; that of any other one stands with its citizen. */
function givenUp(db: Database, { kind, askedAt }: AskedLink, citizenId: string | undefined) {
  return citizenId === undefined ? undefined : findGivenUp(db, { citizenId, kind, since: askedAt })
}

const of = (links: readonly AskedLink[], wanted: string) => links.filter(({ kind }) => kind === wanted)

/** Only the newest one of a kind works, or is worth a word. */
async function explainNewest(
  { db, clock, citizenId }: ExplainNeeds & { readonly citizenId: string | undefined },
  links: readonly AskedLink[],
  purpose: Purpose,
): Promise<readonly Finding[]> {
  const [newest] = links
  if (!newest) return []
  const { askedAt, expiresAt } = newest
  const times = links.length === 1 ? [] : [links.length]
  const refusal = (await findRefusal(db, newest.hash)) ?? (await givenUp(db, newest, citizenId))
  if (refusal !== undefined)
    return [
      linkFinding(`${purpose}-mail-refused`, (words, { when, exact }) => ({
        found: [
          words.asked(when(askedAt)),
          ...times.map(words.times),
          refusal === '' ? words.refused : words.refusedWith(exact(refusal)),
        ],
        tell: [words.tell],
      })),
    ]
  if (expiresAt <= clock.now())
    return [
      linkFinding(`${purpose}-link-expired`, (words, { when }) => ({
        found: [words.asked(when(askedAt)), ...times.map(words.times), words.ended(when(expiresAt))],
        tell: [words.tell],
      })),
    ]
  return [
    linkFinding(`${purpose}-link-waits`, (words, { when }) => ({
      found: [words.asked(when(askedAt)), ...times.map(words.times), words.works(when(expiresAt))],
      tell: [words.tell],
    })),
  ]
}
