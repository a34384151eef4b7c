import type { SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { findCitizen, findHolderOfEmail, readEmail, type TextProblem } from '../citizens/index.ts'
import { type Envelope, type Letter, newsLetter, postLetter } from '../mail/index.ts'
import {
  admitRequest,
  endReplacedCode,
  type LinkRequest,
  type LinkTrouble,
  type MintedLink,
  type RequestLinkNeeds,
  type SentLink,
  storeLink,
} from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { isProven, lacksCode, lockProvenCitizen, type MayAskForCode } from '../sign-in/index.ts'
import { findChange } from './address-change-store.ts'
import { CHANGE_LETTERS } from './change-letters.ts'
import { NEW_ADDRESS_LINK } from './links.ts'

/** Everything that a request for a new address uses. */
export type RequestAddressNeeds = RequestLinkNeeds & MayAskForCode

/** The typed address, the language and the origin. */
export interface AddressRequest extends Omit<LinkRequest, 'given'> {
  readonly typed: string
}

/** Why no mail was sent. `too-soon`: an earlier change can still be undone. None of it depends on who has the new address. */
export type AddressRefusal =
  | 'not-recent'
  | 'too-soon'
  | 'same'
  | { readonly problem: TextProblem }
  | LinkTrouble

/**
 * Mails a link to the new address of a signed-in citizen, who has proven again who they are. Where the address has an account
 * already, its owner is told so, and nobody else. Nothing begins to wait yet.
 */
export async function requestAddress(
  needs: RequestAddressNeeds,
  signedIn: SignedIn,
  { typed, ...request }: AddressRequest,
): Promise<Result<SentLink, AddressRefusal>> {
  const { citizen } = signedIn
  if (!(await isProven(needs, signedIn))) return refused('not-recent')
  const email = readEmail(typed)
  if (!email.ok) return refused({ problem: email.refusal })
  if (email.value === citizen.email) return refused('same')
  const change = await findChange(needs.db, citizen.citizenId)
  if (change && change.doneAt !== null) return refused('too-soon')
  const limit = await needs.limits.spend('new-address-per-citizen', citizen.citizenId)
  if (!limit.allowed) return refused(limit)
  const asked = await admitRequest<{ readonly email: string }, never>(
    needs,
    NEW_ADDRESS_LINK,
    request,
    accepted({ email: email.value }),
  )
  if (!asked.ok) return asked
  const sent = await needs.db.transaction((tx) => send({ ...needs, db: tx }, signedIn, email.value, request))
  needs.mail.wake()
  return accepted(sent)
}

async function send(
  needs: RequestAddressNeeds,
  signedIn: SignedIn,
  address: string,
  { language, origin, code }: Omit<AddressRequest, 'typed'>,
): Promise<SentLink> {
  const { citizen } = signedIn
  const mayAsk = await mayStillAsk(needs, signedIn)
  const ownerId = await findHolderOfEmail(needs.db, address, needs.clock.now())
  // Where a restore has forgotten a change, the address before may still be reserved for the same citizen.
  const isFree = ownerId === undefined || ownerId === citizen.citizenId
  const wish = isFree && mayAsk ? 'mailed' : 'unmailed'
  const mailed = { newEmail: address, code: code === 'no-code' ? ('none' as const) : wish } as const
  const link = await storeLink(needs, NEW_ADDRESS_LINK, citizen, mailed)
  // The same statement for every address: an owner's letter speaks the owner's language.
  const owner = await findCitizen(needs.db, ownerId ?? citizen.citizenId)
  const envelope = {
    to: { name: isFree ? citizen.fullName : '', address },
    language: owner?.language || language,
    expiresAt: link.expiresAt,
    // Every address gets a letter: that one is refused tells of the mailbox alone.
    askedBy: link.hash,
    about: citizen.citizenId,
  }
  const letter: Letter = mayAsk ? letterAbout(needs, envelope, link, isFree) : { kind: 'decoy' }
  await postLetter(needs, letter, envelope)
  await appendEvent(needs, { name: 'address-link-requested', origin, citizenId: citizen.citizenId })
  await endReplacedCode(needs.db, code)
  return { email: address, link: { citizenId: link.citizenId, hash: link.hash } }
}

function letterAbout(
  needs: RequestLinkNeeds,
  { language }: Envelope,
  { address: link, code }: MintedLink,
  isFree: boolean,
): Letter {
  if (isFree) return { ...newsLetter(CHANGE_LETTERS.prove, { link }, language, needs), code }
  const facts = { signInAddress: needs.baseUrl + PATHS.login }
  return newsLetter(CHANGE_LETTERS.taken, facts, language, needs)
}

/**
 * Whether the account is as it was when the request was read. A new password ends every link of before, and an app asks for its code: the
 * lock makes later ones wait, and they end this link.
 */
async function mayStillAsk(needs: RequestAddressNeeds, signedIn: SignedIn): Promise<boolean> {
  if (!(await lockProvenCitizen(needs.db, signedIn.citizen))) return false
  return !(await lacksCode(needs, needs.db, signedIn))
}
