import {
  type AuthenticationResponseJSON,
  type CredentialDeviceType,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type AttestationFormat, decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { RelyingParty } from './ceremony.ts'
import type { Passkey } from './passkey.ts'
import type { Assertion, Attestation } from './read-answer.ts'

/** The question that an answer must fit. */
export interface Question {
  readonly party: RelyingParty
  /** In base64url. */
  readonly challenge: string
}

/** What an authenticator says about a passkey that was used. */
export interface ProvenUse {
  readonly counter: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
}

/** ES256, then RS256 for Windows Hello, and Ed25519: what each current authenticator has one of. */
export const ALGORITHMS = [-7, -257, -8]

/**
 * Verifies the answer of a passkey (WebAuthn level 3 section 7.2): type, challenge, origin, relying party, that the person
 * was there and proved it to the device, and the signature. Nothing where anything does not fit. The caller checks the counter
 * and the citizen, because both need the database.
 */
export async function verifyUse(
  { party, challenge }: Question,
  answer: Assertion,
  passkey: Passkey,
): Promise<ProvenUse | undefined> {
  if (isFramed(answer.clientData)) return undefined
  const response: AuthenticationResponseJSON = {
    id: answer.credentialId,
    rawId: answer.credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: answer.clientData,
      authenticatorData: answer.authenticatorData,
      signature: answer.signature,
      userHandle: answer.userHandle,
    },
  }
  const verified = await fitting(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The statement that stores the use compares the counter, so that two answers at once cannot both be the first.
      credential: { id: answer.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  )
  if (!verified?.verified) return undefined
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo
  return {
    counter: newCounter,
    backupEligible: isEligible(credentialDeviceType),
    backedUp: credentialBackedUp,
  }
}

/** The flag BE, by the word of the library (WebAuthn level 3 section 6.1.3). It refuses a backed-up passkey that cannot be backed up. */
const isEligible = (deviceType: CredentialDeviceType): boolean => deviceType === 'multiDevice'

/** A passkey that an authenticator has just made. */
export type MadePasskey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backupEligible' | 'backedUp'
>

/**
 * Verifies the answer of an authenticator that made a passkey (WebAuthn level 3 section 7.1). We ask for no attestation
 * and accept none that names a manufacturer: which devices people use is not our business, and so no code reads certificates
 * that a stranger sends.
 */
export async function verifyMaking(
  { party, challenge }: Question,
  answer: Attestation,
): Promise<MadePasskey | undefined> {
  if (isFramed(answer.clientData) || !isPlain(answer.attestationObject)) return undefined
  const response: RegistrationResponseJSON = {
    id: answer.credentialId,
    rawId: answer.credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: answer.clientData, attestationObject: answer.attestationObject },
  }
  const verified = await fitting(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified?.verified) return undefined
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  // The library takes the id from the authenticator data, and does not compare it with the one beside them.
  if (credential.id !== answer.credentialId) return undefined
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: answer.transports,
    backupEligible: isEligible(credentialDeviceType),
    backedUp: credentialBackedUp,
  }
}

/** The library throws for everything that does not fit, and for bytes that it cannot read. Nothing else happens in it. */
async function fitting<Verified>(verified: Promise<Verified>): Promise<Verified | undefined> {
  try {
    return await verified
  } catch {
    return undefined
  }
}

/** Whether the browser says that another site framed the page, or something unreadable. Our pages are in no frame. */
function isFramed(clientData: string): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    const isObject = typeof said === 'object' && said !== null
    return !isObject || ('crossOrigin' in said && said.crossOrigin !== false) || 'topOrigin' in said
  } catch {
    return true
  }
}

const PLAIN_FORMATS: readonly AttestationFormat[] = ['none', 'packed']

/** Whether an attestation names no manufacturer: there is none, or the new passkey itself signed it. */
function isPlain(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    return PLAIN_FORMATS.includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined
  } catch {
    return false
  }
}
