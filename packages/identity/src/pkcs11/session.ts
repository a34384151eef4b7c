import { CKA, CKF, CKK, CKM, CKO, CKU_USER, whyNoPin } from './cryptoki.ts'
import { type Module, ModuleRefused } from './module.ts'
import { type Attribute, NativeMemory, numberAt } from './native-memory.ts'

/** The public part of a key pair. */
export interface PublicRsa {
  readonly modulus: Buffer
  readonly exponent: Buffer
}

/** A session of a user with one token. Each function throws ModuleRefused. */
export interface Session {
  /** Makes an RSA key pair whose private key stays in the token. */
  makeKey(id: Buffer): PublicRsa
  /** Whether the token has the private key with this id. */
  holds(id: Buffer): boolean
  /** Signs a `DigestInfo` by RSASSA-PKCS1-v1_5. Undefined where the token has no such key. */
  sign(id: Buffer, digestInfo: Buffer): Buffer | undefined
}

const MODULUS_BITS = 2048n
const SIGNATURE_BYTES = 256
const EXPONENT = Buffer.of(1, 0, 1)
const MOST_SLOTS = 256
const TOKEN_INFO_BYTES = 512
const LABEL_BYTES = 32
const FLAGS_AT = 96
const NONE = 0n

/** Opens a session with the token of this label. Throws ModuleRefused. */
export function openSession(
  module: Module,
  { label, pin, onPin = () => undefined }: { label: string; pin: string; onPin?: () => void },
): Session {
  module.call('C_Initialize', NONE)
  const { slot, flags } = findToken(module, label)
  const refusal = whyNoPin(flags)
  if (refusal !== undefined) throw new ModuleRefused(`C_GetTokenInfo: ${refusal}`, { aboutPin: true })
  onPin()
  const session = login(module, slot, pin)
  const known = new Map<string, bigint>()
  const privateKey = (id: Buffer): bigint | undefined => {
    const name = id.toString('hex')
    const handle = known.get(name) ?? findPrivateKey(module, session, id)
    if (handle !== undefined) known.set(name, handle)
    return handle
  }
  return {
    makeKey: (id) => makeKey(module, session, id),
    holds: (id) => findPrivateKey(module, session, id) !== undefined,
    sign: (id, digestInfo) => {
      const key = privateKey(id)
      return key === undefined ? undefined : sign(module, { session, key, digestInfo })
    },
  }
}

interface Token {
  readonly slot: bigint
  readonly label: string
  readonly flags: bigint
}

function findToken(module: Module, label: string): Token {
  const memory = new NativeMemory()
  const count = memory.number(BigInt(MOST_SLOTS))
  const slots = memory.reserve(MOST_SLOTS * 8)
  module.call('C_GetSlotList', 1, slots.address, count.address)
  const bytes = slots.read()
  const all = Array.from({ length: Number(count.read()) }, (_, index) => numberAt(bytes, index * 8))
  const tokens = all.flatMap((slot) => describe(module, slot))
  const found = tokens.filter((token) => token.label === label)
  const [only] = found
  if (only && found.length === 1) return only
  const what = only ? `${found.length} tokens have the label ${label}` : `no token has the label ${label}`
  // A token that nobody has initialised has no label.
  const labels = tokens.flatMap((token) => token.label || [])
  throw new ModuleRefused(`C_GetSlotList: ${what}; the module shows: ${labels.join(', ') || 'none'}`)
}

/** `CK_TOKEN_INFO` begins with four texts of fixed length, filled up with blanks: the label, two names and a number; then come the flags. */
function describe(module: Module, slot: bigint): readonly Token[] {
  const info = new NativeMemory().reserve(TOKEN_INFO_BYTES)
  try {
    module.call('C_GetTokenInfo', slot, info.address)
  } catch (error) {
    // Another reader's token may be broken.
    if (error instanceof ModuleRefused) return []
    throw error
  }
  const bytes = info.read()
  const label = bytes
    .subarray(0, LABEL_BYTES)
    .toString()
    .replace(/[\0\s]+$/, '')
  return [{ slot, label, flags: numberAt(bytes, FLAGS_AT) }]
}

function login(module: Module, slot: bigint, pin: string): bigint {
  const memory = new NativeMemory()
  const session = memory.number()
  module.call('C_OpenSession', slot, CKF.SERIAL_SESSION | CKF.RW_SESSION, NONE, NONE, session.address)
  const handle = session.read()
  const bytes = Buffer.from(new TextEncoder().encode(pin).buffer)
  try {
    module.call('C_Login', handle, CKU_USER, memory.place(bytes), BigInt(bytes.length))
  } finally {
    memory.wipe()
    bytes.fill(0)
  }
  return handle
}

function makeKey(module: Module, session: bigint, id: Buffer): PublicRsa {
  const memory = new NativeMemory()
  const named: readonly Attribute[] = [
    [CKA.TOKEN, true],
    [CKA.LABEL, Buffer.from('portico')],
    [CKA.ID, id],
  ]
  const ofPublic: readonly Attribute[] = [
    ...named,
    [CKA.CLASS, CKO.PUBLIC_KEY],
    [CKA.KEY_TYPE, CKK.RSA],
    [CKA.VERIFY, true],
    [CKA.MODULUS_BITS, MODULUS_BITS],
    [CKA.PUBLIC_EXPONENT, EXPONENT],
  ]
  const ofPrivate: readonly Attribute[] = [
    ...named,
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.KEY_TYPE, CKK.RSA],
    [CKA.PRIVATE, true],
    [CKA.SENSITIVE, true],
    [CKA.EXTRACTABLE, false],
    [CKA.SIGN, true],
    [CKA.DECRYPT, false],
    [CKA.UNWRAP, false],
  ]
  const [publicKey, privateKey] = [memory.number(), memory.number()]
  module.call(
    'C_GenerateKeyPair',
    ...[session, memory.mechanism(CKM.RSA_PKCS_KEY_PAIR_GEN)],
    ...[memory.attributes(ofPublic), BigInt(ofPublic.length)],
    ...[memory.attributes(ofPrivate), BigInt(ofPrivate.length)],
    ...[publicKey.address, privateKey.address],
  )
  return readPublicKey(module, session, publicKey.read())
}

/** The exponent is the one that was asked for. */
function readPublicKey(module: Module, session: bigint, key: bigint): PublicRsa {
  const memory = new NativeMemory()
  const modulus = memory.reserve(SIGNATURE_BYTES)
  const wanted = memory.attributeInto(CKA.MODULUS, modulus, SIGNATURE_BYTES)
  module.call('C_GetAttributeValue', session, key, wanted, 1n)
  const read = modulus.read()
  // A modulus of 2048 bits begins with a one and is odd, so a shorter value that was filled up is none.
  if (((read[0] ?? 0) & 0x80) === 0 || ((read.at(-1) ?? 0) & 1) === 0)
    throw new ModuleRefused('C_GetAttributeValue: CKA_MODULUS is no modulus of 2048 bits')
  return { modulus: read, exponent: EXPONENT }
}

/** The handle of the private key with this id, which a session sees. Undefined where there is none. Throws ModuleRefused, also where there are two. */
export function findPrivateKey(module: Module, session: bigint, id: Buffer): bigint | undefined {
  const memory = new NativeMemory()
  const wanted: readonly Attribute[] = [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.ID, id],
  ]
  const [found, count] = [memory.reserve(16), memory.number()]
  module.call('C_FindObjectsInit', session, memory.attributes(wanted), BigInt(wanted.length))
  module.call('C_FindObjects', session, found.address, 2n, count.address)
  module.call('C_FindObjectsFinal', session)
  if (count.read() > 1n)
    throw new ModuleRefused(`The token has two private keys with the id ${id.toString('hex')}`)
  return count.read() === 1n ? numberAt(found.read(), 0) : undefined
}

function sign(
  module: Module,
  { session, key, digestInfo }: { session: bigint; key: bigint; digestInfo: Buffer },
): Buffer {
  const memory = new NativeMemory()
  const signature = memory.reserve(SIGNATURE_BYTES)
  const length = memory.number(BigInt(SIGNATURE_BYTES))
  module.call('C_SignInit', session, memory.mechanism(CKM.RSA_PKCS), key)
  module.call(
    'C_Sign',
    session,
    memory.place(digestInfo),
    BigInt(digestInfo.length),
    signature.address,
    length.address,
  )
  return signature.read().subarray(0, Number(length.read()))
}
