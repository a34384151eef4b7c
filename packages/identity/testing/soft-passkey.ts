import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { passkeyForm } from './passkey-form.ts'
import {
  type AttestedBy,
  cborBytes,
  cborText,
  noAttestation,
  type SoftAttestation,
} from './soft-attestation.ts'
import type { TestBrowser, Visited } from './test-browser.ts'

/** What a false or broken authenticator or browser does differently. */
export interface Twists {
  readonly type?: string
  readonly origin?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly rpId?: string
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
  readonly credentialId?: string
  readonly attestation?: (by: AttestedBy) => SoftAttestation
  /** Changes the answer after it was signed. */
  readonly tamper?: (fields: Record<string, string>) => Record<string, string>
}

/** User present, user verified, attested credential data (WebAuthn level 3 section 6.1). */
export const FLAGS = {
  present: 0x01,
  verified: 0x04,
  eligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const

const HONEST = FLAGS.present | FLAGS.verified

/** An authenticator in software, with one passkey of one account. */
export class SoftPasskey {
  readonly credentialId: Buffer
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  readonly #service: string
  userHandle = ''
  counter = 0

  constructor(service: string, credentialId: Buffer = randomBytes(32)) {
    this.#service = service
    this.credentialId = credentialId
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }
  /** The fields of a form that adds the passkey. */
  made(page: Visited, twists: Twists = {}): Record<string, string> {
    const { options, fields } = passkeyForm(page)
    this.userHandle = options.user?.id ?? ''
    const data = Buffer.concat([
      this.#authenticatorData({ flags: HONEST | FLAGS.attested, ...twists }),
      Buffer.alloc(16),
      uint16(this.credentialId.length),
      this.credentialId,
      this.#coseKey(),
    ])
    const clientData = this.#clientData('webauthn.create', options.challenge, twists)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    const { attestation = noAttestation } = twists
    const { format, statement } = attestation({ signed, key: this.#key.privateKey })
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      Buffer.concat([cborText('fmt'), cborText(format), cborText('attStmt'), statement]),
      cborText('authData'),
      cborBytes(data),
    ])
    const answer = {
      ...fields,
      credential_id: twists.credentialId ?? this.credentialId.toString('base64url'),
      client_data: clientData.toString('base64url'),
      attestation_object: object.toString('base64url'),
      transports: 'internal,hybrid',
    }
    return twists.tamper?.(answer) ?? answer
  }
  /** The fields of a form that this passkey signs in with. */
  used(page: Visited, twists: Twists = {}): Record<string, string> {
    const { options, fields } = passkeyForm(page)
    const clientData = this.#clientData('webauthn.get', options.challenge, twists)
    const data = this.#authenticatorData({ flags: HONEST, ...twists })
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    const answer = {
      ...fields,
      credential_id: twists.credentialId ?? this.credentialId.toString('base64url'),
      client_data: clientData.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
      user_handle: twists.userHandle ?? this.userHandle,
    }
    return twists.tamper?.(answer) ?? answer
  }
  #clientData(type: string, challenge: string, twists: Twists): Buffer {
    const { origin, crossOrigin = false, topOrigin } = twists
    const said = {
      type: twists.type ?? type,
      challenge: twists.challenge ?? challenge,
      origin: origin ?? new URL(this.#service).origin,
      crossOrigin,
      ...(topOrigin !== undefined && { topOrigin }),
    }
    return Buffer.from(JSON.stringify(said))
  }
  #authenticatorData({ rpId, flags = HONEST, counter }: Twists): Buffer {
    const party = createHash('sha256')
      .update(rpId ?? new URL(this.#service).hostname)
      .digest()
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    return Buffer.concat([party, Buffer.from([flags]), count])
  }
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
    const coordinate = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
    return Buffer.concat([head, coordinate(x), Buffer.from([0x22]), coordinate(y)])
  }
}

/** Adds a passkey to the account of a signed-in browser. */
export async function addSoftPasskey(
  browser: TestBrowser,
  service: { readonly baseUrl: string },
  passkey = new SoftPasskey(service.baseUrl),
): Promise<SoftPasskey> {
  const page = await browser.get('/account/passkeys/')
  const answer = await browser.post('/account/passkeys/add/', passkey.made(page), { follow: false })
  if (answer.status !== 303) throw new Error(`Not added: ${answer.status} ${answer.html.text.slice(0, 500)}`)
  return passkey
}

/** Signs in with a passkey. */
export async function enterWith(
  browser: TestBrowser,
  passkey: SoftPasskey,
  twists: Twists = {},
): Promise<Visited> {
  const page = await browser.get('/login/')
  return browser.post('/login/passkey/', passkey.used(page, twists), { follow: false })
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}
