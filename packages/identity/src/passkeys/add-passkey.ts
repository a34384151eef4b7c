import type { SignedIn } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { readLabel } from '../citizens/index.ts'
import { postNews } from '../mail/index.ts'
import { actSignedIn } from '../moments/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import { type ChangeOrigin, type ChangeProofsNeeds, lacksCode } from '../sign-in/index.ts'
import { endCeremony } from './ceremony.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { MOST_PASSKEYS } from './passkey.ts'
import { insertPasskey, selectPasskeys } from './passkey-store.ts'
import type { Attestation } from './read-answer.ts'
import { type MadePasskey, type Question, verifyMaking } from './verify-answer.ts'

/** A new passkey: its name, and the answer of its authenticator to our question. */
export interface NewPasskey extends ChangeOrigin {
  readonly name: string
  readonly question: Question
  readonly answer: Attestation
  readonly origin: AuditOrigin & { readonly address: string }
}

/**
 * Why a passkey was not added. `too-late`: the challenge was spent. `not-fitting`: the answer does not fit the question.
 * `signed-out`: all access has ended meanwhile.
 */
export type AddRefusal = 'bad-name' | 'too-late' | 'not-fitting' | 'known' | 'too-many' | 'signed-out' | Wait

/**
 * Adds a passkey to the account of a signed-in citizen. Only who proved recently who they are gets a challenge, so the
 * challenge is the proof. A bad name does not spend it. The limit for each network is that of signing in: it bounds the work and the
 * rows of spent challenges. The limit for the citizen bounds the letters.
 */
export async function addPasskey(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  added: NewPasskey,
): Promise<Result<void, AddRefusal>> {
  const name = readLabel(added.name)
  if (!name.ok) return name
  const fromHere = await needs.limits.spend('passkey-per-ip', added.origin.address)
  if (!fromHere.allowed) return refused(fromHere)
  if (!(await endCeremony(needs, added.question.challenge))) return refused('too-late')
  const made = await verifyMaking(added.question, added.answer)
  if (!made) return refused('not-fitting')
  const ofCitizen = await needs.limits.spend('passkey-change-per-citizen', signedIn.citizen.citizenId)
  if (!ofCitizen.allowed) return refused(ofCitizen)
  return actSignedIn(needs, signedIn, (inTransaction, locked) =>
    store(inTransaction, locked, { ...made, name: name.value }, added),
  )
}

async function store(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  passkey: MadePasskey & { readonly name: string },
  { origin }: ChangeOrigin,
): Promise<Result<void, AddRefusal>> {
  const { citizen } = signedIn
  const { db, clock } = needs
  if (await lacksCode(needs, db, signedIn)) return refused('signed-out')
  const { citizenId } = citizen
  if ((await selectPasskeys(db, citizenId)).length >= MOST_PASSKEYS) return refused('too-many')
  const createdAt = clock.now()
  const trustedSince = signedIn.session.trustedSince ?? createdAt
  if (!(await insertPasskey(db, { ...passkey, citizenId, createdAt, trustedSince }))) return refused('known')
  const { sessionId } = signedIn.session
  await appendEvent(needs, { name: 'passkey-added', origin, citizenId, sessionId })
  await postNews(needs, citizen, PASSKEY_LETTERS.added, { at: createdAt })
  return accepted(undefined)
}
