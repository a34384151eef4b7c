import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type AttestedBy, cborBytes, cborText, type SoftAttestation } from '../../testing/soft-attestation.ts'

/** The new passkey itself signs. `certificates` is the value of `x5c` in CBOR, where there is one. */
export function packed({ signed, key }: AttestedBy, certificates?: Buffer): SoftAttestation {
  const members = [
    Buffer.concat([cborText('alg'), Buffer.from([0x26])]),
    Buffer.concat([cborText('sig'), cborBytes(sign('sha256', signed, key))]),
    ...(certificates ? [Buffer.concat([cborText('x5c'), certificates])] : []),
  ]
  return { format: 'packed', statement: Buffer.concat([Buffer.from([0xa0 + members.length]), ...members]) }
}

/** A manufacturer signs, with a certificate that is good. */
export function byManufacturer({ signed }: AttestedBy): SoftAttestation {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = cborBytes(certificateOf(publicKey, privateKey))
  return packed({ signed, key: privateKey }, Buffer.concat([Buffer.from([0x81]), certificate]))
}

/** An X.509 certificate as WebAuthn level 3 section 8.2.1 asks for, signed by its own key. */
function certificateOf(publicKey: KeyObject, privateKey: KeyObject): Buffer {
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const parts = { 6: 'SE', 10: 'Maker', 11: 'Authenticator Attestation', 3: 'Key' }
  const name = sequence(
    ...Object.entries(parts).map(([number, value]) =>
      der(
        0x31,
        sequence(der(0x06, Buffer.from([0x55, 0x04, Number(number)])), der(0x0c, Buffer.from(value))),
      ),
    ),
  )
  const instant = (text: string) => der(0x18, Buffer.from(text))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(instant('20200101000000Z'), instant('21200101000000Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = sign('sha256', signed, privateKey)
  return sequence(signed, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts))

function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), value])
}
