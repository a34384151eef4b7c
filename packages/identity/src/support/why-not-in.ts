import { recordRead } from '../audit-log/index.ts'
import type { AskNeeds, Verdict } from '../moments/index.ts'
import { inLanguage } from '../platform/languages.ts'
import {
  FINDING_WEIGHTS,
  type Finding,
  type FindingWeight,
  type Reader,
  type Said,
} from '../platform/room/explains.ts'
import { explainRecent } from './explain-recent.ts'
import { findCaller } from './find-caller.ts'
import type { FoundCaller } from './found-caller.ts'
import type { SupportWords } from './words/en.ts'
import { SUPPORT_WORDS } from './words/index.ts'

/** Asks every room about somebody who cannot get in. The look is in the audit. */
export async function whyNotIn(needs: AskNeeds, who: string): Promise<Verdict> {
  const found = await findCaller(needs, who)
  const { caller } = found
  const { citizenId, clientId } = caller
  await recordRead(needs, {
    // A reference number was read from a page: nobody harvests addresses by it, so it counts as no look at a citizen.
    command: needs.looksAs ?? (found.as === 'page' ? 'citizen why reference' : 'citizen why'),
    ...(citizenId !== undefined && { citizenId }),
    ...(clientId !== undefined && { clientId }),
  })
  const told = await Promise.all(
    [...needs.explains, explainRecent].map((explains) => explains(needs, caller)),
  )
  const all = found.as === 'former-address' ? withFormerFirst(told.flat()) : told.flat()
  const findings = FINDING_WEIGHTS.flatMap((weight) => all.filter((finding) => finding.weight === weight))
  const because = found.as === 'address' ? findings.find(hasAsked) : findings[0]
  return {
    ...{ as: found.as, subject: caller.subject, language: found.language, because, findings },
    verdictFor: (reader) => verdictOn(found, because, reader),
  }
}

function verdictOn(found: FoundCaller, because: Finding | undefined, reader: Reader): Said {
  const { as, storyFor, hasStory } = found
  const { leads, nothing } = inLanguage(SUPPORT_WORDS, reader.language)
  const story = storyFor?.(reader) ?? []
  if (because) {
    const before = hasStory ? story : []
    return [...before, ...leadTo(leads, found, because.weight), ...because.tellTo(reader).found]
  }
  if (storyFor) return story
  if (found.isOneName) return sayOneName(nothing, found)
  return [as === 'account' || as === 'former-address' || as === 'page' ? leads.tells : nothing[as]]
}

function sayOneName({ oneName, orNumber }: SupportWords['nothing'], { mayBeNumber }: FoundCaller): Said {
  return mayBeNumber ? [oneName, orNumber] : [oneName]
}

/** Of whom nobody has the account, nothing is said of an account. */
function leadTo(leads: SupportWords['leads'], { as, caller }: FoundCaller, weight: FindingWeight): Said {
  const isNobody = as === 'page' && caller.citizenId === undefined
  return weight === 'stops' || as === 'address' || as === 'program' || isNobody ? [] : [leads[weight]]
}

/** Whoever gives an address that signs nobody in is told that first, whatever else the account needs. */
function withFormerFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => Number(isOfFormer(other)) - Number(isOfFormer(one)))
}

/** The account has another address since. */
function isOfFormer({ name }: Finding): boolean {
  return name === 'address-changed'
}

/** Somebody asked for an account with this address, or for this address at an account. */
function hasAsked({ name }: Finding): boolean {
  return name.startsWith('registration-') || name.startsWith('new-address-')
}
