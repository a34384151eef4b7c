import { createPublicKey } from 'node:crypto'
import { type OpenKeyToken, type TokenKey, TokenUnavailable } from '../platform/key-token.ts'
import { counter, gauge } from '../platform/metric.ts'
import { connectToken, type TokenConnection, unavailable } from './token-connection.ts'
import { readKeyUri, writeKeyUri } from './uri.ts'

const ID_BYTES = 16
/** A failure that comes this fast was not a wait, and is worth another try. */
const FAST_MILLISECONDS = 2_000

/** Opens a token of PKCS#11, by a process of its own, which runs the module of its manufacturer. */
export const openKeyToken: OpenKeyToken = (settings, { random, ...needs }) => {
  const { label } = settings
  const connection = connectToken(settings, needs)
  const holds = async (uri: string) => {
    const { token, id } = placeOf(uri)
    return token === label && (await connection.ask({ does: 'find', id })).isThere === true
  }
  return {
    label,
    holds,
    makeKey: () => makeKey(connection, label, random.bytes(ID_BYTES)),
    canSign: async (uri) => {
      if (!connection.isOpen()) return false
      return connection.hasFound(placeOf(uri).id) || (await holds(uri).catch(() => false))
    },
    sign: async (uri, content) => signTwice(connection, { ...placeOf(uri), content }),
    probe: async () => void (await connection.ask({ does: 'find', id: '00' })),
    metrics: [
      gauge('portico_key_token_open', 'Whether the token that keeps the signing keys is open.', () =>
        Number(connection.isOpen()),
      ),
      counter('portico_key_token_deaths_total', 'Processes that spoke with the token and ended.', () =>
        connection.deaths(),
      ),
    ],
    close: () => connection.close(),
  }
}

async function makeKey(connection: TokenConnection, token: string, id: Buffer): Promise<TokenKey> {
  const { modulus: n = '', exponent: e = '' } = await connection.ask({ does: 'make', id: id.toString('hex') })
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e } })
  return { uri: writeKeyUri({ token, id }), publicKey }
}

interface Signing {
  readonly token: string
  readonly id: string
  readonly content: string
}

/** Once more in another process, because a session ends with its connection, and the code of this sign-in is spent already. */
async function signTwice(connection: TokenConnection, { token, id, content }: Signing): Promise<Buffer> {
  const began = performance.now()
  const ask = () => connection.ask({ does: 'sign', id, content })
  const told = await ask().catch((error: unknown) => {
    if (performance.now() - began > FAST_MILLISECONDS) throw error
    return ask()
  })
  if (told.signature !== undefined) return Buffer.from(told.signature, 'base64url')
  // A token that loses what it had may show it again when it is opened anew.
  connection.reopen()
  throw unavailable(token, `it has no private key with the id ${id}`)
}

function placeOf(uri: string): { readonly token: string; readonly id: string } {
  const place = readKeyUri(uri)
  if (!place) throw new TokenUnavailable('A signing key has no place in a token that can be read')
  return { token: place.token, id: place.id.toString('hex') }
}
