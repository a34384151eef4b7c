/** Where a private key is. */
export interface KeyPlace {
  /** The label of the token. */
  readonly token: string
  /** `CKA_ID` of the key. */
  readonly id: Buffer
}

const URI = /^pkcs11:token=([^;]*);id=((?:%[0-9a-f]{2})+);type=private$/

/** The place as a URI (RFC 7512 section 2.3). */
export function writeKeyUri({ token, id }: KeyPlace): string {
  const encoded = id.toString('hex').replace(/../g, '%$&')
  return `pkcs11:token=${encodeURIComponent(token)};id=${encoded};type=private`
}

/** Reads a URI that `writeKeyUri` has written. Undefined for any other. */
export function readKeyUri(uri: string): KeyPlace | undefined {
  const [, token, id] = URI.exec(uri) ?? []
  if (token === undefined || id === undefined) return undefined
  return { token: decodeURIComponent(token), id: Buffer.from(id.replaceAll('%', ''), 'hex') }
}
