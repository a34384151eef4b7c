import { type Citizen, findCitizen, standingNow } from '../citizens/index.ts'
import { findHandOver, meaningOf, sayPutOff, sayRefused, tellNeverSent, tellPutOff } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import {
  byCommand,
  byWays,
  type ExplainNeeds,
  type Explains,
  type Finding,
  type Reader,
  type Said,
  type Way,
} from '../platform/room/explains.ts'
import { explainLimits } from './explain-limits.ts'
import { findLinkPutOff, findLinkRefusal, lettersWith, newestOf } from './find-waiting-link.ts'
import { linkFinding } from './link-finding.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { type AskedLink, findAskedLinks, findAskedRegistrations } from './link-store.ts'

/** What a link is for. */
type Purpose = 'registration' | 'recovery' | 'browser' | 'verification' | 'other'

/** Tells a supporter what became of the links that were mailed to somebody, and whether no more may be asked for now. */
export const explainLinks: Explains = async (needs, caller) => {
  const { db } = needs
  const { citizenId, email } = caller
  const [registrations, links, citizen] = await Promise.all([
    citizenId === undefined && email !== undefined ? findAskedRegistrations(db, email) : [],
    citizenId === undefined ? [] : findAskedLinks(db, citizenId),
    citizenId === undefined ? undefined : findCitizen(db, citizenId),
  ])
  const about = { ...needs, citizenId, citizen, recipient: citizen?.email ?? email ?? '' }
  const resend = citizen && (await findResend(needs, citizen, links))
  const ofAccount = (wanted: string, purpose: Purpose) =>
    explainNewest(about, of(links, wanted), {
      purpose,
      asked: toldByKind,
      resend: resend?.kind === wanted ? resend.command : undefined,
    })
  const findings = [
    ...(await explainNewest(about, registrations, {
      ...{ purpose: 'registration', asked: toldByKind, resend: undefined },
    })),
    ...(await ofAccount(LINK_KINDS.recovery.kind, 'recovery')),
    ...(await ofAccount(LINK_KINDS['new-browser'].kind, 'browser')),
    ...(await ofAccount(LINK_KINDS.verification.kind, 'verification')),
    ...(await explainOthers(about, links)),
  ]
  return email === undefined ? findings : [...findings, ...(await explainLimits(needs, email))]
}

/** What became of the newest link of each kind that another room brings. */
async function explainOthers(about: LinksOf, links: readonly AskedLink[]): Promise<readonly Finding[]> {
  const told = about.ownLinks.map(async ({ kind, asked }) => {
    const ofKind = of(links, kind)
    if (ofKind.length === 0) return []
    const says = await asked()
    return explainNewest(about, ofKind, {
      purpose: 'other',
      asked: (_, { when, language }, at) => inLanguage(says, language)(when(at)),
      resend: undefined,
    })
  })
  return (await Promise.all(told)).flat()
}

/** Whose links these are, and where their letters went. */
interface LinksOf extends ExplainNeeds {
  readonly citizenId: string | undefined
  readonly citizen: Pick<Citizen, 'subject'> | undefined
  readonly recipient: string
}

const of = (links: readonly AskedLink[], wanted: string) => links.filter(({ kind }) => kind === wanted)

/** The command that sends the letter with the newest link once more, and of which kind the link is. */
async function findResend(
  needs: ExplainNeeds,
  citizen: Citizen,
  links: readonly AskedLink[],
): Promise<{ readonly kind: string; readonly command: string } | undefined> {
  if ((await standingNow(needs, citizen)).standing !== 'active') return undefined
  const kind = newestOf(links)?.rules.kind
  return kind === undefined
    ? undefined
    : { kind, command: `portico citizen resend ${citizen.subject} --reason TEXT` }
}

/** Only the newest one of a kind works, or is worth a word. */
async function explainNewest(
  about: LinksOf,
  links: readonly AskedLink[],
  told: ToldLink,
): Promise<readonly Finding[]> {
  const [newest] = links
  if (!newest) return []
  const { purpose, resend } = told
  const { db, clock, recipient } = about
  const { askedAt, expiresAt } = newest
  const times = links.length === 1 ? [] : [links.length]
  const asked = (words: AskedWords, reader: Reader): Said => [
    told.asked(words, reader, askedAt),
    ...times.map(words.times),
  ]
  const neverArrived = await explainNotArrived(about, newest, { purpose, asked, resend })
  if (neverArrived) return [neverArrived]
  if (expiresAt <= clock.now())
    return [
      linkFinding(`${purpose}-link-expired`, (words, reader) => ({
        found: [...asked(words, reader), words.ended(reader.when(expiresAt))],
        ...byCommand(resend),
        tell: [words.tell],
      })),
    ]
  const handedOver = await findHandOver(db, { recipient, ...lettersWith(newest) })
  return [
    linkFinding(`${purpose}-link-waits`, (words, reader) => ({
      found: [...asked(words, reader), ...handedOver.says(reader), words.works(reader.when(expiresAt))],
      ...byCommand(resend),
      tell: handedOver.isPutOff ? tellPutOff(reader) : [words.tell],
    })),
  ]
}

/** How links of a kind are told. */
interface ToldLink {
  readonly purpose: Purpose
  readonly asked: (words: AskedWords, reader: Reader, at: UnixSeconds) => Html
  /** The command that sends the letter once more. */
  readonly resend: string | undefined
}

interface AskedWords {
  /** A kind of another room has its own. */
  readonly asked?: (at: Html) => Html
  readonly times: (count: number) => string
}

const toldByKind: ToldLink['asked'] = ({ asked }, { when }, at) => asked?.(when(at)) ?? when(at)

/** Says when a link was asked for, and how often. */
interface AskedFor extends Omit<ToldLink, 'asked'> {
  readonly asked: (words: AskedWords, reader: Reader) => Said
}

/** The mail server refused the letter for good, or put it off until its link had ended. */
async function explainNotArrived(
  { db, clock, citizenId, citizen }: LinksOf,
  link: AskedLink,
  { purpose, asked, resend }: AskedFor,
): Promise<Finding | undefined> {
  const lost = (words: object | { readonly lostMailbox: NonNullable<Way['says']> }): readonly Way[] =>
    citizen && 'lostMailbox' in words
      ? [
          {
            command: `portico citizen change-address ${citizen.subject} --to ADDRESS --reason TEXT`,
            says: words.lostMailbox,
          },
        ]
      : []
  const refusal = await findLinkRefusal(db, link, citizenId)
  if (refusal !== undefined)
    return linkFinding(`${purpose}-mail-refused`, (words, reader) => ({
      found: [...asked(words, reader), ...sayRefused(refusal)(reader)],
      ...byWays(lost(words)),
      tell: [words[meaningOf(refusal)?.tell ?? 'tell']],
    }))
  const tries = link.expiresAt <= clock.now() ? await findLinkPutOff(db, link, citizenId) : undefined
  if (tries === undefined) return undefined
  const isNeverSent = tries === 0
  return linkFinding(`${purpose}-mail-put-off`, (words, reader) => ({
    found: [...asked(words, reader), ...sayPutOff(tries)(reader)],
    ...byWays([...(resend === undefined ? [] : [{ command: resend }]), ...(isNeverSent ? [] : lost(words))]),
    tell: isNeverSent ? tellNeverSent(reader) : [words.tell],
  }))
}
