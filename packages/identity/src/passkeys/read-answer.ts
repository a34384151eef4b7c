/** The fields of a form: `''` for one that is missing. */
interface Fields {
  text(name: string): string
}

/** The answer of an authenticator that signs in: the hidden fields of the form, each in base64url. */
export interface Assertion {
  readonly credentialId: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}

/** The answer of an authenticator that made a passkey. */
export interface Attestation {
  readonly credentialId: string
  readonly clientData: string
  readonly attestationObject: string
  /** How the browser reaches it, with commas between. */
  readonly transports: string
}

/** The names of the hidden fields. The script of the pages fills them in. */
export const ANSWER_FIELDS = {
  credentialId: 'credential_id',
  clientData: 'client_data',
  authenticatorData: 'authenticator_data',
  signature: 'signature',
  userHandle: 'user_handle',
  attestationObject: 'attestation_object',
  transports: 'transports',
} as const

/** No honest part is longer: a post-quantum key has 2 kB, an attestation with certificates 6 kB. */
const MOST_CHARACTERS = 12_000

/** The longest credential id is 1023 bytes (WebAuthn level 3 section 4). */
const MOST_ID_CHARACTERS = 1364

const BASE64URL = /^[A-Za-z0-9_-]+$/
const TRANSPORT = /^[a-z-]{1,20}$/
const MOST_TRANSPORTS = 8

/** Reads the answer of a sign-in. Nothing where a part is missing, too long or not base64url. */
export function readAssertion(form: Fields): Assertion | undefined {
  const part = (name: keyof Assertion, most = MOST_CHARACTERS) =>
    readPart(form.text(ANSWER_FIELDS[name]), most)
  const answer = {
    credentialId: part('credentialId', MOST_ID_CHARACTERS),
    clientData: part('clientData'),
    authenticatorData: part('authenticatorData'),
    signature: part('signature'),
    userHandle: part('userHandle'),
  }
  return Object.values(answer).includes('') ? undefined : answer
}

/** Reads the answer of an authenticator that made a passkey. Unknown words about transports are left out. */
export function readAttestation(form: Fields): Attestation | undefined {
  const credentialId = readPart(form.text(ANSWER_FIELDS.credentialId), MOST_ID_CHARACTERS)
  const clientData = readPart(form.text(ANSWER_FIELDS.clientData), MOST_CHARACTERS)
  const attestationObject = readPart(form.text(ANSWER_FIELDS.attestationObject), MOST_CHARACTERS)
  if (credentialId === '' || clientData === '' || attestationObject === '') return undefined
  const named = form.text(ANSWER_FIELDS.transports).split(',')
  const transports = named.filter((word) => TRANSPORT.test(word)).slice(0, MOST_TRANSPORTS)
  return { credentialId, clientData, attestationObject, transports: transports.join(',') }
}

/** The text where it is base64url in its one valid spelling, otherwise `''`. */
function readPart(text: string, most: number): string {
  if (text.length > most || !BASE64URL.test(text)) return ''
  return Buffer.from(text, 'base64url').toString('base64url') === text ? text : ''
}
