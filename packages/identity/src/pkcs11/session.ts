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
  /** Signs by RSASSA-PKCS1-v1_5 with SHA-256. Undefined where the token has no such key. */
  sign(id: Buffer, content: Buffer): Buffer | undefined
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
export function openSession(module: Module, { label, pin }: { label: string; pin: string }): Session {
  module.call('C_Initialize', NONE)
  const { slot, flags } = findToken(module, label)
  const refusal = whyNoPin(flags)
  if (refusal !== undefined) throw new ModuleRefused(`C_GetTokenInfo: ${refusal}`, { aboutPin: true })
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
    sign: (id, content) => {
      const key = privateKey(id)
      return key === undefined ? undefined : sign(module, { session, key, content })
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
  const tokens = all.map((slot) => describe(module, slot))
  const found = tokens.filter((token) => token.label === label)
  const [only] = found
  if (only && found.length === 1) return only
  const what = only ? `${found.length} tokens have the label ${label}` : `no token has the label ${label}`
  throw new ModuleRefused(
    `C_GetSlotList: ${what}; the module shows: ${tokens.map((token) => token.label).join(', ') || 'none'}`,
  )
}

/** `CK_TOKEN_INFO` begins with four texts of fixed length, filled up with blanks: the label, two names and a number; then come the flags. */
function describe(module: Module, slot: bigint): Token {
  const info = new NativeMemory().reserve(TOKEN_INFO_BYTES)
  module.call('C_GetTokenInfo', slot, info.address)
  const bytes = info.read()
  const label = bytes.subarray(0, LABEL_BYTES).toString().trimEnd()
  return { slot, label, flags: numberAt(bytes, FLAGS_AT) }
}

function login(module: Module, slot: bigint, pin: string): bigint {
  const memory = new NativeMemory()
  const session = memory.number()
  module.call('C_OpenSession', slot, CKF.SERIAL_SESSION | CKF.RW_SESSION, NONE, NONE, session.address)
  const handle = session.read()
  const bytes = Buffer.from(pin)
  try {
    module.call('C_Login', handle, CKU_USER, memory.place(bytes), BigInt(bytes.length))
  } finally {
    memory.wipe()
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
  return { modulus: modulus.read(), exponent: EXPONENT }
}

function findPrivateKey(module: Module, session: bigint, id: Buffer): bigint | undefined {
  const memory = new NativeMemory()
  const wanted: readonly Attribute[] = [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.ID, id],
  ]
  const [found, count] = [memory.number(), memory.number()]
  module.call('C_FindObjectsInit', session, memory.attributes(wanted), BigInt(wanted.length))
  module.call('C_FindObjects', session, found.address, 1n, count.address)
  module.call('C_FindObjectsFinal', session)
  return count.read() === 1n ? found.read() : undefined
}

function sign(
  module: Module,
  { session, key, content }: { session: bigint; key: bigint; content: Buffer },
): Buffer {
  const memory = new NativeMemory()
  const signature = memory.reserve(SIGNATURE_BYTES)
  const length = memory.number(BigInt(SIGNATURE_BYTES))
  module.call('C_SignInit', session, memory.mechanism(CKM.SHA256_RSA_PKCS), key)
  module.call(
    'C_Sign',
    session,
    memory.place(content),
    BigInt(content.length),
    signature.address,
    length.address,
  )
  return signature.read().subarray(0, Number(length.read()))
}
