import { recordRead } from '../audit-log/index.ts'
import type { AskNeeds, Verdict } from '../moments/index.ts'
import type { Finding, FindingWeight } from '../platform/room/explains.ts'
import { explainRecent } from './explain-recent.ts'
import { findCaller } from './find-caller.ts'
import type { FoundCaller } from './found-caller.ts'

/** What keeps somebody out most stands first. */
const ORDER: readonly FindingWeight[] = ['stops', 'slows', 'waits', 'tells']

/** Asks every room about somebody who cannot get in. The look is in the audit. */
export async function whyNotIn(needs: AskNeeds, who: string): Promise<Verdict> {
  const found = await findCaller(needs, who)
  const { caller } = found
  const { citizenId, clientId } = caller
  await recordRead(needs, {
    command: 'citizen why',
    ...(citizenId !== undefined && { citizenId }),
    ...(clientId !== undefined && { clientId }),
  })
  const told = await Promise.all(
    [...needs.explains, explainRecent].map((explains) => explains(needs, caller)),
  )
  const all = told.flat()
  const findings = ORDER.flatMap((weight) => all.filter((finding) => finding.weight === weight))
  return { as: found.as, subject: caller.subject, verdict: verdictOn(found, findings), findings }
}

/** What leads to the finding that keeps the caller out most. */
const LEADS: Readonly<Record<FindingWeight, string>> = {
  stops: '',
  slows: 'The account is in order. But: ',
  waits: 'Nothing keeps this caller out now. But: ',
  tells:
    'Nothing that Portico knows of keeps this caller out. Limits of the caller’s network are not seen from here. Ask what the page says, and for its number. ',
}

/** What is said where no room knows anything. */
const NOTHING_FOUND: Readonly<Record<FoundCaller['as'], string>> = {
  account: LEADS.tells.trim(),
  'former-address': LEADS.tells.trim(),
  page: '',
  nothing:
    'This is no e-mail address, no subject, no program and no reference number. Ask the caller to spell the address.',
  address:
    'Nobody has an account with this address, and nobody asked for one in the last days. Ask for another address, or for the spelling. Anybody may register with this one.',
  program: 'Nothing keeps citizens out of this program.',
}

function verdictOn({ as, story = '' }: FoundCaller, findings: readonly Finding[]): string {
  const first = as === 'address' ? findings.find(hasAsked) : findings[0]
  if (!first) return story || NOTHING_FOUND[as]
  const lead = as === 'address' || as === 'program' ? '' : LEADS[first.weight]
  return `${story} ${lead}${first.found}`.trim()
}

/** The rooms ask for an account with this address alone. */
function hasAsked({ name }: Finding): boolean {
  return name.startsWith('registration-')
}
