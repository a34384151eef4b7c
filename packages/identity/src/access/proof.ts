/** A password, sent over TLS (SAML 2.0 authentication context, section 3.4.8). */
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
/** More than one factor (OpenID Provider Authentication Policy Extension 1.0, section 4). */
const MULTI_FACTOR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
/** Phishing-resistant (OpenID Connect Extended Authentication Profile ACR Values 1.0, section 2). */
const PHISHING_RESISTANT = 'phr'

/** The classes of proof that an ID token may name as `acr`, the weakest first (OpenID Connect Core section 2). */
export const ACR_VALUES = [PASSWORD, MULTI_FACTOR, PHISHING_RESISTANT] as const

/** A class of proof. */
export type AcrValue = (typeof ACR_VALUES)[number]

/** What programs are told about a proof. */
interface ToldAbout {
  /** The methods (RFC 8176 section 2). Only what the service has checked: it cannot know where a device keeps its key. */
  readonly amr: readonly string[]
  /** The classes that the proof meets, the one that says most first. */
  readonly meets: readonly [AcrValue, ...AcrValue[]]
}

/**
 * What a citizen can prove with who they are, and what programs are told about it (decision 49). A passkey is a key whose
 * owner was there (`pop`, `user`) and unlocked the device with a finger, a face or a code: this makes two factors (`mfa`). `password+code` is the password, then a code
 * of an app or a recovery code, each of which counts once (`otp`).
 */
const PROOFS = {
  password: { amr: ['pwd'], meets: [PASSWORD] },
  'password+code': { amr: ['pwd', 'otp', 'mfa'], meets: [MULTI_FACTOR, PASSWORD] },
  passkey: { amr: ['pop', 'user', 'mfa'], meets: [PHISHING_RESISTANT, MULTI_FACTOR] },
} as const satisfies Readonly<Record<string, ToldAbout>>

/** What a citizen proves with who they are. */
export type SessionProof = keyof typeof PROOFS

/** The claims of an ID token about a proof. */
export interface ProofClaims {
  readonly amr: readonly string[]
  readonly acr: AcrValue
}

/** The classes of a request that this service knows, in its order. */
export function knownAcrValues(values: readonly string[]): readonly AcrValue[] {
  return values.flatMap((value) => ACR_VALUES.filter((known) => known === value))
}

/** Whether a proof meets one of these classes. A proof of another release, which is not in the table, meets none. */
export function meetsAny(proof: string | null, wanted: readonly string[]): boolean {
  const meets: readonly string[] = toldAbout(proof)?.meets ?? []
  return wanted.some((value) => meets.includes(value))
}

/**
 * The claims about a proof. `acr` is the first class of the request that the proof meets, or else the one that says most
 * about it (OpenID Connect Core section 3.1.2.1). Nothing for a proof of another release, which is not in the table.
 */
export function claimsOfProof(proof: string | null, wanted: readonly string[]): ProofClaims | undefined {
  const told = toldAbout(proof)
  if (!told) return undefined
  const acr = knownAcrValues(wanted).find((value) => told.meets.includes(value)) ?? told.meets[0]
  return { amr: told.amr, acr }
}

function toldAbout(proof: string | null): ToldAbout | undefined {
  const proofs: Readonly<Record<string, ToldAbout>> = PROOFS
  return proof !== null && Object.hasOwn(PROOFS, proof) ? proofs[proof] : undefined
}
