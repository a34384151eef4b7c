/** One form in which a secret could be found. */
export interface SecretForm {
  readonly name: string
  readonly form: string
  readonly bytes: Buffer
}

/** A secret in its text form. `raw`: the bytes that the text encodes. */
export interface KnownSecret {
  readonly name: string
  readonly text: string
  readonly raw?: Buffer
}

/** An opaque value. Only its secret half is searched for as bytes, because the first half is an id. */
export function opaqueSecret(name: string, text: string): KnownSecret {
  const body = Buffer.from(text.slice(-64), 'base64url')
  return body.length === 48 ? { name, text: text.slice(-40), raw: body.subarray(18) } : { name, text }
}

/** Shorter forms would be found by chance. */
const SHORTEST_BYTES = 10

/** Every form of a secret that is searched for: clear, hex, base64 and base64url at each alignment. */
export function formsOf({ name, text, raw }: KnownSecret): readonly SecretForm[] {
  const forms: [string, Buffer][] = []
  for (const [what, bytes] of [['text', Buffer.from(text)] as const, ['bytes', raw] as const]) {
    if (bytes === undefined) continue
    forms.push([what, bytes], [`${what}, hex`, Buffer.from(bytes.toString('hex'))])
    forms.push([`${what}, HEX`, Buffer.from(bytes.toString('hex').toUpperCase())])
    for (const offset of [0, 1, 2]) {
      const inner = innerBase64(bytes, offset)
      forms.push([`${what}, base64`, Buffer.from(inner)])
      forms.push([`${what}, base64url`, Buffer.from(inner.replaceAll('+', '-').replaceAll('/', '_'))])
    }
  }
  forms.push(
    ['percent-encoded', Buffer.from(encodeURIComponent(text))],
    ['JSON', Buffer.from(JSON.stringify(text).slice(1, -1))],
  )
  const unique = new Map<string, SecretForm>()
  for (const [form, bytes] of forms.toReversed()) unique.set(bytes.toString('latin1'), { name, form, bytes })
  return [...unique.values()].filter(({ bytes }) => bytes.length >= SHORTEST_BYTES)
}

/** The base64 letters that depend only on these bytes, at this offset from a boundary of three. */
function innerBase64(bytes: Buffer, offset: number): string {
  const letters = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '')
  const whole = Math.floor(((offset + bytes.length) * 8) / 6)
  return letters.slice(Math.ceil((offset * 8) / 6), whole)
}

const WINDOW_BITS = 24

/** Searches for many forms in one pass. Returns the names of those that were found. */
export function finderOf(searched: readonly SecretForm[]): (data: Buffer) => readonly string[] {
  const starts = new Map<number, SecretForm[]>()
  const mayStart = new Uint8Array(1 << WINDOW_BITS)
  for (const form of searched) {
    const start = form.bytes.readUIntBE(0, WINDOW_BITS / 8)
    mayStart[start] = 1
    starts.set(start, [...(starts.get(start) ?? []), form])
  }
  return (data) => {
    const found = new Set<string>()
    for (let at = 0, window = 0; at < data.length; at += 1) {
      window = ((window << 8) | (data[at] ?? 0)) & ((1 << WINDOW_BITS) - 1)
      if (mayStart[window] === 0 || at < 2) continue
      const here = (starts.get(window) ?? []).filter(({ bytes }) => standsAt(data, at - 2, bytes))
      for (const { name, form } of here) found.add(`${name} (${form})`)
    }
    return [...found]
  }
}

function standsAt(data: Buffer, start: number, bytes: Buffer): boolean {
  return data.subarray(start, start + bytes.length).equals(bytes)
}
