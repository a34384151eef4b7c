/** One shape in which a secret would betray itself. */
export interface Needle {
  readonly name: string
  readonly shape: string
  readonly bytes: Buffer
}

/** A secret, as it was used; `raw` where its text stands for bytes of its own. */
export interface KnownSecret {
  readonly name: string
  readonly text: string
  readonly raw?: Buffer
}

/** An opaque value; what is searched for as bytes is its secret half, because the first half is where to look. */
export function opaqueSecret(name: string, text: string): KnownSecret {
  const body = Buffer.from(text.slice(-64), 'base64url')
  return body.length === 48 ? { name, text: text.slice(-40), raw: body.subarray(18) } : { name, text }
}

/** Shorter needles would be found by chance. */
const SHORTEST_BYTES = 10

/** Every shape of a secret that is searched for: clear, hex, base64 and base64url at each alignment. */
export function needlesOf({ name, text, raw }: KnownSecret): readonly Needle[] {
  const shapes: [string, Buffer][] = []
  for (const [what, bytes] of [['text', Buffer.from(text)] as const, ['bytes', raw] as const]) {
    if (bytes === undefined) continue
    shapes.push([what, bytes], [`${what}, hex`, Buffer.from(bytes.toString('hex'))])
    shapes.push([`${what}, HEX`, Buffer.from(bytes.toString('hex').toUpperCase())])
    for (const offset of [0, 1, 2]) {
      const inner = innerBase64(bytes, offset)
      shapes.push([`${what}, base64`, Buffer.from(inner)])
      shapes.push([`${what}, base64url`, Buffer.from(inner.replaceAll('+', '-').replaceAll('/', '_'))])
    }
  }
  shapes.push(
    ['percent-encoded', Buffer.from(encodeURIComponent(text))],
    ['JSON', Buffer.from(JSON.stringify(text).slice(1, -1))],
  )
  const unique = new Map<string, Needle>()
  for (const [shape, bytes] of shapes.toReversed())
    unique.set(bytes.toString('latin1'), { name, shape, bytes })
  return [...unique.values()].filter(({ bytes }) => bytes.length >= SHORTEST_BYTES)
}

/** The letters of base64 that only these bytes decide, when they stand this far behind a boundary of three. */
function innerBase64(bytes: Buffer, offset: number): string {
  const letters = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '')
  const whole = Math.floor(((offset + bytes.length) * 8) / 6)
  return letters.slice(Math.ceil((offset * 8) / 6), whole)
}

const WINDOW_BITS = 24

/** Finds many needles in one pass; the names of those that were found, with their shape. */
export function searcher(needles: readonly Needle[]): (haystack: Buffer) => readonly string[] {
  const starts = new Map<number, Needle[]>()
  const mayStart = new Uint8Array(1 << WINDOW_BITS)
  for (const needle of needles) {
    const start = needle.bytes.readUIntBE(0, WINDOW_BITS / 8)
    mayStart[start] = 1
    starts.set(start, [...(starts.get(start) ?? []), needle])
  }
  return (haystack) => {
    const found = new Set<string>()
    for (let at = 0, window = 0; at < haystack.length; at += 1) {
      window = ((window << 8) | (haystack[at] ?? 0)) & ((1 << WINDOW_BITS) - 1)
      if (mayStart[window] === 0 || at < 2) continue
      const here = (starts.get(window) ?? []).filter(({ bytes }) => standsAt(haystack, at - 2, bytes))
      for (const { name, shape } of here) found.add(`${name} (${shape})`)
    }
    return [...found]
  }
}

function standsAt(haystack: Buffer, start: number, bytes: Buffer): boolean {
  return haystack.subarray(start, start + bytes.length).equals(bytes)
}
