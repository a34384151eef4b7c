import { SignJWT } from 'jose'
import type { IdentityHeaderConfig, PlainField } from './identity-header-config.ts'
import { ALGORITHM, type SigningKey } from './signing-keys.ts'

/** A citizen who is signed in, as the back end is told. */
export interface SignedInCitizen {
  readonly sessionId: string
  /** At the identity service. It never changes. */
  readonly subject: string
  /** The account of the program. */
  readonly account: string
  readonly name: string | null
  readonly email: string | null
}

/** Names and values of headers for the back end. */
export type IdentityHeaders = Readonly<Record<string, string>>

/** Makes the headers that say who the citizen is. */
export interface IdentitySigner {
  headersFor(citizen: SignedInCitizen): Promise<IdentityHeaders>
}

/** The header with the signed identity. */
const IDENTITY_HEADER = 'x-portico-identity'

/** A token is used again for half of its lifetime, because a signature costs more than the rest of the answer. */
const USED_AGAIN = 0.5

/** More sessions than this are not in use at the same time in one process. */
const MOST_REMEMBERED = 20_000

interface Remembered {
  readonly citizen: SignedInCitizen
  readonly headers: IdentityHeaders
  /** Milliseconds of the clock. Both ends count, because the clock may be set back. */
  readonly from: number
  readonly until: number
}

/** What a signer is made of. */
export interface SignerNeeds {
  readonly config: IdentityHeaderConfig
  /** The first one signs. */
  readonly keys: readonly SigningKey[]
  readonly clock: { now(): Date }
}

/** Makes a signer. It is asked only about citizens whose session was checked for this request. */
export function createIdentitySigner(needs: SignerNeeds): IdentitySigner {
  const remembered = new Map<string, Remembered>()
  return {
    async headersFor(citizen) {
      const now = needs.clock.now().getTime()
      const known = remembered.get(citizen.sessionId)
      if (known && known.from <= now && now < known.until && isSame(known.citizen, citizen))
        return known.headers
      const headers = await sign(needs, citizen, Math.floor(now / 1000))
      const until = now + needs.config.lifetimeSeconds * 1000 * USED_AGAIN
      remembered.delete(citizen.sessionId)
      remembered.set(citizen.sessionId, { citizen, headers, from: now, until })
      if (remembered.size > MOST_REMEMBERED) forgetOldest(remembered)
      return headers
    },
  }
}

function forgetOldest(remembered: Map<string, Remembered>): void {
  for (const oldest of remembered.keys()) return void remembered.delete(oldest)
}

function isSame(one: SignedInCitizen, other: SignedInCitizen): boolean {
  return (
    one.subject === other.subject &&
    one.account === other.account &&
    one.name === other.name &&
    one.email === other.email
  )
}

async function sign(
  { config, keys: [key] }: SignerNeeds,
  citizen: SignedInCitizen,
  nowSeconds: number,
): Promise<IdentityHeaders> {
  if (!key) throw new Error('a gate needs a signing key')
  const { account, name, email } = citizen
  const token = await new SignJWT({
    account,
    ...(name === null ? {} : { name }),
    ...(email === null ? {} : { email }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.kid })
    .setIssuer(config.issuer)
    .setAudience(config.audience)
    .setSubject(citizen.subject)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + config.lifetimeSeconds)
    .sign(key.privateKey)
  const plain = config.plain.flatMap((field) => {
    const value = citizen[field]
    return value === null ? [] : [[plainHeader(field), headerText(value)] as const]
  })
  return Object.freeze({ [IDENTITY_HEADER]: token, ...Object.fromEntries(plain) })
}

/** The name of a plain header. */
function plainHeader(field: PlainField): string {
  return `x-portico-${field}`
}

/** A header holds visible ASCII. Other characters, spaces at the ends and `%` are percent-encoded as UTF-8. */
function headerText(value: string): string {
  return value.replace(/[^\x20-\x7e]|%|^ | $/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
}
