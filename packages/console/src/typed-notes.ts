import { type Reply, redirect, tryUnseal } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import type { ConsoleRequest } from './console-route.ts'

const COOKIE = 'portico_console_typed'
/** An order can be done for an hour. */
const LASTS_SECONDS = 60 * 60
/** A search for each of some tabs, and the ways back from it. */
const MOST_NOTES = 8
/** Browsers keep 4,096 bytes of a cookie with its name and attributes (RFC 6265 section 6.1). */
const MOST_CHARACTERS = 3_500
const ID_BYTES = 12

/** What was typed into a form, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>

/** What an operator typed, as the browser has it. */
interface Note {
  readonly id: string
  /** When it was typed, in seconds since 1970. */
  readonly at: number
  readonly typed: Typed
}

type NoteNeeds = Pick<ConsoleNeeds, 'cookies' | 'keyring' | 'clock' | 'random'>

/**
 * Answers a form by a redirect, so that the page behind it can be opened again: by the browser's way back, or by a reload. What was typed names people, and may be in no address: it stays in the browser, sealed for its
 * operator, and the address has the random id of it. The newest ones are kept, for several tabs. Undefined where it is too long to be kept.
 */
export function redirectWithNote(
  needs: NoteNeeds,
  request: ConsoleRequest,
  { typed, leadsTo }: { readonly typed: Typed; readonly leadsTo: (note: string) => string },
): Reply | undefined {
  const id = needs.random.bytes(ID_BYTES).toString('base64url')
  const notes = [{ id, at: needs.clock.now(), typed }, ...readNotes(needs, request)]
  const value = sealNewest(needs, request, notes.slice(0, MOST_NOTES))
  if (value === undefined) return undefined
  const cookie = needs.cookies.set(COOKIE, value, { seconds: LASTS_SECONDS })
  return redirect(303, leadsTo(id), { cookies: [cookie] })
}

/** The note of this id. Undefined where this browser keeps none for this operator. */
export function findNote(needs: NoteNeeds, request: ConsoleRequest, id: string): Note | undefined {
  return readNotes(needs, request).find((note) => note.id === id)
}

/** The newest note that says that this operator uncovered an account in this browser, less than so many seconds ago. */
export function findUncovering(
  needs: NoteNeeds,
  request: ConsoleRequest,
  { subject, withinSeconds }: { readonly subject: string; readonly withinSeconds: number },
): Note | undefined {
  return readNotes(needs, request).find((note) => isUncovering(needs, note, { subject, withinSeconds }))
}

/** Whether a note says that an account was uncovered, less than so many seconds ago. */
export function isUncovering(
  { clock }: Pick<NoteNeeds, 'clock'>,
  { at, typed }: Pick<Note, 'at' | 'typed'>,
  { subject, withinSeconds }: { readonly subject: string; readonly withinSeconds: number },
): boolean {
  return typed['uncovered'] === subject && clock.now() - at < withinSeconds
}

/** As many of the newest as a cookie holds. Undefined where the newest one alone is too long. */
function sealNewest(needs: NoteNeeds, request: ConsoleRequest, notes: readonly Note[]): string | undefined {
  if (notes.length === 0) return undefined
  const plain = Buffer.from(JSON.stringify(notes))
  const value = needs.keyring.seal(plain, contextOf(request)).toString('base64url')
  return value.length <= MOST_CHARACTERS ? value : sealNewest(needs, request, notes.slice(0, -1))
}

function readNotes({ keyring, clock }: NoteNeeds, request: ConsoleRequest): readonly Note[] {
  const sealed = Buffer.from(request.http.cookie(COOKIE) ?? '', 'base64url')
  const plain = tryUnseal(keyring, sealed, contextOf(request))
  if (plain === undefined) return []
  const notes: readonly Note[] = JSON.parse(plain)
  const since = clock.now() - LASTS_SECONDS
  return notes.filter(({ at }) => at > since)
}

const contextOf = ({ operator }: ConsoleRequest) => `typed by ${operator.citizenId}`
