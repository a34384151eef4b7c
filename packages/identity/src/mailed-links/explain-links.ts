import { findRefusal } from '../mail/index.ts'
import type { Explains, Finding } from '../platform/room/explains.ts'
import { explainLimits } from './explain-limits.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { type AskedLink, findAskedLinks, findAskedRegistrations } from './link-store.ts'

/** Tells a supporter what became of the links that were mailed to somebody, and whether no more may be asked for now. */
export const explainLinks: Explains = async (needs, caller) => {
  const { db } = needs
  const { citizenId, email } = caller
  const [registrations, links] = await Promise.all([
    citizenId === undefined && email !== undefined ? findAskedRegistrations(db, email) : [],
    citizenId === undefined ? [] : findAskedLinks(db, citizenId),
  ])
  const findings = [
    ...(await explainNewest(needs, registrations, ABOUT.registration)),
    ...(await explainNewest(needs, of(links, LINK_KINDS.recovery.kind), ABOUT.recovery)),
    ...(await explainNewest(needs, of(links, LINK_KINDS.verification.kind), ABOUT.verification)),
  ]
  return email === undefined ? findings : [...findings, ...(await explainLimits(needs, email))]
}

const of = (links: readonly AskedLink[], wanted: string) => links.filter(({ kind }) => kind === wanted)

/** What a link is about, in the words for it. */
interface About {
  readonly name: string
  readonly weight: Finding['weight']
  /** Without an account there is nothing to give away. */
  readonly to: Finding['to']
  /** What was asked for. */
  readonly what: string
  /** What the caller does where the link is over. */
  readonly again: string
}

const ABOUT = {
  registration: {
    ...{ name: 'registration', weight: 'stops', to: 'anybody' },
    what: 'An account was asked for with this address',
    again: 'Register again; the form is quickly filled in. Open the newest email within a day.',
  },
  recovery: {
    ...{ name: 'recovery', weight: 'waits', to: 'owner' },
    what: 'A new password was asked for',
    again: 'Press “Forgotten your password?” again, and open the newest email within half an hour.',
  },
  verification: {
    ...{ name: 'verification', weight: 'waits', to: 'owner' },
    what: 'A link that verifies the address was asked for',
    again: 'Sign in, and ask for another email.',
  },
} satisfies Record<string, About>

/** Only the newest one of a kind works, or is worth a word. */
async function explainNewest(
  { db, clock, when }: Parameters<Explains>[0],
  links: readonly AskedLink[],
  { name, weight, to, what, again }: About,
): Promise<readonly Finding[]> {
  const [newest] = links
  if (!newest) return []
  const now = clock.now()
  const asked = `${what} on ${when(newest.askedAt)}${links.length === 1 ? '' : ` (${links.length} times in the last days)`}.`
  const refusal = await findRefusal(db, newest.hash)
  if (refusal !== undefined)
    return [
      {
        ...{ name: `${name}-mail-refused`, weight, to },
        found: `${asked} The mail server of this address refused the email for good${refusal && ` (${refusal})`}.`,
        tell: 'Your mail provider refuses our email. Look whether the address is spelled right and whether your mailbox is full; else use another address.',
      },
    ]
  if (newest.expiresAt <= now)
    return [
      {
        ...{ name: `${name}-link-expired`, weight, to },
        found: `${asked} The link was not used, and ended on ${when(newest.expiresAt)}.`,
        tell: again,
      },
    ]
  return [
    {
      ...{ name: `${name}-link-waits`, weight, to },
      found: `${asked} Its link works until ${when(newest.expiresAt)}. Nobody has used it yet.`,
      tell: 'Look for the newest email from us, in the folder for spam as well, and open its link.',
    },
  ]
}
