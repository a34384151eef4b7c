import { type NoteNeeds, type PageRequest, readNote, writeNote } from '../hosted-page/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { type Keyring, tryUnseal } from '../platform/keyring.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import type { AskedLinkRules } from './link-kinds.ts'

/** How long a browser waits between two mails that it asks for. Mails are often this slow. */
export const PAUSE_SECONDS = 60

/** A larger note would not fit into a cookie. It then has no fields, and the mail is not sent again from the page. */
const MOST_FIELD_BYTES = 1_200

/** A browser keeps its note for so long after its link is over, so that one press sends a mail that was opened too late again. */
const SECONDS_AFTER = 60 * 60

/** What a browser has asked for by mail. The browser keeps it in a cookie: the note. */
export interface SentMail {
  /** The typed address, which may have no account. */
  readonly email: string
  /** What was typed, for sending it again. */
  readonly fields?: Readonly<Record<string, string>>
  /** The key of the mailed link, whose code this browser may try. Nothing where the mail has none. */
  readonly link?: TokenKey | undefined
  /** When it may be sent again. */
  readonly againAt: UnixSeconds
  /** How many mails this browser has asked for. */
  readonly mails: number
}

/** The clock, the cookies and the keys. */
export interface SentMailNeeds extends NoteNeeds {
  readonly keyring: Keyring
}

/** The note of a mail that was sent now. */
export function sentMail(
  { clock }: Pick<NoteNeeds, 'clock'>,
  { fields, ...sent }: Omit<SentMail, 'againAt'>,
): SentMail {
  const isSmall = Buffer.byteLength(JSON.stringify(fields ?? {})) <= MOST_FIELD_BYTES
  const againAt = plusSeconds(clock.now(), PAUSE_SECONDS)
  return { ...sent, ...(fields && isSmall && { fields }), againAt }
}

/**
 * The `Set-Cookie` value of a note. It is sealed: the id of a citizen who has an account would
 * be the same in each note, and so tell that there is one.
 */
export function writeSentMail(
  needs: SentMailNeeds,
  { browser }: Pick<PageRequest, 'browser'>,
  { kind, sent, lifetimeSeconds }: AskedLinkRules,
  { link, ...note }: SentMail,
): string {
  const known = link && { citizenId: link.citizenId, hash: link.hash.toString('base64url') }
  const plain = Buffer.from(JSON.stringify({ ...note, link: known }))
  const sealed = needs.keyring.seal(plain, contextOf(kind)).toString('base64url')
  const kept = { name: sent.cookie, seconds: lifetimeSeconds + SECONDS_AFTER }
  return writeNote(needs, browser, kept, sealed)
}

/** What this browser last asked for. Nothing where its code was used, where it was too long ago, or somebody has signed in or out since. */
export function readSentMail(
  needs: Pick<SentMailNeeds, 'keyring'>,
  request: AskingRequest,
  rules: AskedLinkRules,
): SentMail | undefined {
  const note = readKept(needs, request, rules)
  return note?.isUsed ? undefined : note
}

/** The `Set-Cookie` value of a note whose code was used: the link that came of it belongs to this browser, and nothing can be sent again. */
export function writeUsedCode(
  needs: SentMailNeeds,
  request: Pick<PageRequest, 'browser'>,
  rules: AskedLinkRules,
  { note, link }: { readonly note: SentMail | undefined; readonly link: TokenKey },
): string {
  const empty = { email: '', againAt: needs.clock.now(), mails: 0 }
  const used: KeptNote = { ...(note ?? empty), link, isUsed: true }
  return writeSentMail(needs, request, rules, used)
}

/**
 * Whether this browser asked for the mail that has brought this link, or typed its code, and nobody has signed in or out there since. Its
 * sealed note of that says so, and nothing that stands in an address or a form: a link that somebody else asked for is not its own.
 */
export function isAskedHere(
  needs: Pick<SentMailNeeds, 'keyring'>,
  request: AskingRequest,
  rules: AskedLinkRules,
  link: TokenKey,
): boolean {
  return readAskedHere(needs, request, rules, link) !== undefined
}

/** What was typed in this browser for the mail that has brought this link, which may be over. Nothing where it was not asked for here. */
export function typedHere(
  needs: Pick<SentMailNeeds, 'keyring'>,
  request: AskingRequest,
  rules: AskedLinkRules,
  link: TokenKey,
): SentMail['fields'] {
  return readAskedHere(needs, request, rules, link)?.fields
}

function readAskedHere(
  needs: Pick<SentMailNeeds, 'keyring'>,
  request: AskingRequest,
  rules: AskedLinkRules,
  { citizenId, hash }: TokenKey,
): KeptNote | undefined {
  const note = readKept(needs, request, rules)
  return note?.link?.citizenId === citizenId && note.link.hash.equals(hash) ? note : undefined
}

type AskingRequest = Pick<PageRequest, 'browser' | 'http'>

interface KeptNote extends SentMail {
  /** Whether the code was used. */
  readonly isUsed?: true
}

function readKept(
  { keyring }: Pick<SentMailNeeds, 'keyring'>,
  request: AskingRequest,
  { kind, sent }: AskedLinkRules,
): KeptNote | undefined {
  const text = readNote(request, sent.cookie)
  const plain =
    text === undefined ? undefined : tryUnseal(keyring, Buffer.from(text, 'base64url'), contextOf(kind))
  if (plain === undefined) return undefined
  const { link, ...note } = parseOwnJson<
    Omit<KeptNote, 'link'> & { readonly link?: { readonly citizenId: string; readonly hash: string } }
  >(plain)
  return { ...note, link: link && { ...link, hash: Buffer.from(link.hash, 'base64url') } }
}

function contextOf(kind: string): string {
  return `sent ${kind}`
}
