import { createPublicKey, hash, verify } from 'node:crypto'
import { type OpenKeyToken, type TokenKey, TokenUnavailable } from '../platform/key-token.ts'
import { counter, gauge } from '../platform/metric.ts'
import type { Random } from '../platform/random.ts'
import { connectToken, type TokenConnection, unavailable } from './token-connection.ts'
import { readKeyUri, writeKeyUri } from './uri.ts'

const ID_BYTES = 16
/** Smart cards need longer than any signature. */
const MAKING_MILLISECONDS = 120_000
/** A failure that comes this fast was not a wait, and is worth another try. */
const FAST_MILLISECONDS = 2_000
/** What a key signs before a code is spent for it. */
const PROOF = 'a signature that shows that the key can sign'
/** The head of a `DigestInfo` for SHA-256 (RFC 8017 section 9.2, note 1). */
const DIGEST_INFO_SHA256 = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Opens a token of PKCS#11, by a process of its own, which runs the module of its manufacturer. */
export const openKeyToken: OpenKeyToken = (settings, { random, ...needs }) => {
  const { label } = settings
  const connection = connectToken(settings, needs)
  return {
    label,
    makeKey: async () => {
      // Where the PIN was refused, no further process sends it.
      await probe(connection)
      return makeKey(
        connectToken(settings, { ...needs, silentMilliseconds: MAKING_MILLISECONDS }),
        label,
        random,
      )
    },
    holds: async (uri) => {
      const { token, id } = placeOf(uri)
      return token === label && (await connection.ask({ does: 'find', id })).isThere === true
    },
    canSign: async (key) => {
      if (!connection.isOpen()) return false
      return connection.proven.has(placeOf(key.uri).id) || prove(connection, label, key)
    },
    sign: (key, content) => signTwice(connection, label, { key, content }),
    probe: () => probe(connection),
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

async function probe(connection: TokenConnection): Promise<void> {
  await connection.ask({ does: 'find', id: '00' })
}

/** In a process of its own, which it ends: a token may need half a minute, and meanwhile the other process signs. */
async function makeKey(own: TokenConnection, token: string, random: Random): Promise<TokenKey> {
  const id = random.bytes(ID_BYTES)
  try {
    const { modulus: n = '', exponent: e = '' } = await own.ask({ does: 'make', id: id.toString('hex') })
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e } })
    return { uri: writeKeyUri({ token, id }), publicKey }
  } finally {
    await own.close()
  }
}

interface Signing {
  readonly key: TokenKey
  readonly content: string
}

function prove(connection: TokenConnection, label: string, key: TokenKey): Promise<boolean> {
  return signOnce(connection, label, { key, content: PROOF }).then(
    () => true,
    () => false,
  )
}

/** Once more in another process, because a session ends with its connection, and the code of this sign-in is spent already. */
async function signTwice(connection: TokenConnection, label: string, signing: Signing): Promise<Buffer> {
  const began = performance.now()
  return signOnce(connection, label, signing).catch((error: unknown) => {
    if (performance.now() - began > FAST_MILLISECONDS) throw error
    return signOnce(connection, label, signing)
  })
}

/** What does not verify, or is not signed because the key is not there, ends the process: a token that is opened anew may be right again. */
async function signOnce(
  connection: TokenConnection,
  label: string,
  { key: { uri, publicKey }, content }: Signing,
): Promise<Buffer> {
  const { token, id } = placeOf(uri)
  if (token !== label) throw unavailable(label, `the key is in the token ${token}`)
  const digest = Buffer.from(hash('sha256', content, 'hex'), 'hex')
  const digestInfo = Buffer.concat([DIGEST_INFO_SHA256, digest]).toString('base64url')
  const { signature: given } = await connection.ask({ does: 'sign', id, digestInfo })
  const signature = Buffer.from(given ?? '', 'base64url')
  if (verify('RSA-SHA256', Buffer.from(content), publicKey, signature)) {
    connection.proven.add(id)
    return signature
  }
  await connection.reopen()
  const why = given === undefined ? 'it has no private key' : 'it has signed wrongly with the key'
  throw unavailable(label, `${why} with the id ${id}`)
}

function placeOf(uri: string): { readonly token: string; readonly id: string } {
  const place = readKeyUri(uri)
  if (!place) throw new TokenUnavailable('A signing key has no place in a token that can be read')
  return { token: place.token, id: place.id.toString('hex') }
}
