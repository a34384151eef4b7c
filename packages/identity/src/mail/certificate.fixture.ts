import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate with its key, both PEM, as a TLS server takes them. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** The fields of a certificate. */
export interface CertificateContent {
  /** The IPv4 address in it. */
  readonly address: string
  readonly validUntil: Date
}

/** A certificate authority with its own root certificate. */
export interface TestAuthority {
  readonly cert: string
  issue(content: CertificateContent): TestCertificate
}

/** Makes an authority for one test, so that no key is in the repository. */
export function createAuthority(): TestAuthority {
  const keys = newKeys()
  const name = 'Test authority'
  const body = {
    issuer: name,
    subject: name,
    validUntil: new Date('2049-01-01T00:00:00Z'),
    publicKey: keys.publicKey,
  }
  return {
    cert: signed(body, MAY_SIGN, keys.privateKey),
    issue: (content) => leaf(content, name, keys.privateKey),
  }
}

/** A certificate without a trusted authority. */
export function selfSigned(content: CertificateContent): TestCertificate {
  return leaf(content, content.address)
}

function leaf(
  { address, validUntil }: CertificateContent,
  issuer: string,
  issuerKey?: KeyObject,
): TestCertificate {
  const { publicKey, privateKey } = newKeys()
  const extension = subjectAddress(address)
  const cert = signed({ issuer, subject: address, validUntil, publicKey }, extension, issuerKey ?? privateKey)
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

interface CertificateBody {
  readonly issuer: string
  readonly subject: string
  readonly validUntil: Date
  readonly publicKey: KeyObject
}

/** RFC 5280 section 4.1, with one extension, signed by ECDSA with SHA-256. */
function signed(body: CertificateBody, extension: Buffer, key: KeyObject): string {
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const tbs = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(body.issuer),
    der(0x30, time(new Date('2001-01-01T00:00:00Z')), time(body.validUntil)),
    nameOf(body.subject),
    body.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', tbs, key))
  const base64 = der(0x30, tbs, ECDSA_WITH_SHA256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

/** One value of the distinguished encoding rules (ITU-T X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

const ECDSA_WITH_SHA256 = der(0x30, objectId('2a8648ce3d040302'))
const MAY_SIGN = der(0x30, objectId('551d13'), der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))))

function nameOf(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, objectId('550403'), der(0x0c, Buffer.from(commonName)))))
}

function subjectAddress(address: string): Buffer {
  const bytes = Buffer.from(address.split('.').map(Number))
  return der(0x30, objectId('551d11'), der(0x04, der(0x30, der(0x87, bytes))))
}

/** `YYMMDDHHMMSSZ`. */
function time(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))
}
