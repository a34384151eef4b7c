import type { Chance } from './chance.ts'
import { goodRequests, type Known, type Pair, type Shape } from './good-requests.ts'
import { HEADERS, METHODS, NAMES, NASTY, TYPES } from './request-words.ts'

/** Makes requests that are almost valid: each is a valid one with up to five changes. */
export function requestGenerator(known: Known): (chance: Chance) => Buffer {
  const good = goodRequests(known)
  return (chance) => {
    const bent = structuredClone(chance.pick(good)())
    for (let times = chance.below(6); times > 0; times -= 1) chance.pick(BENDS)(bent, chance)
    return bendBytes(written(bent, chance), chance)
  }
}

type Bend = (shape: Shape, chance: Chance) => void

const BENDS: readonly Bend[] = [
  (it, chance) => void (it.method = chance.pick(METHODS)),
  (it, chance) => void (it.path = insert(it.path, chance)),
  (it, chance) =>
    void (it.path = chance.pick([
      `${it.path}/`,
      it.path.slice(0, -1),
      it.path.toUpperCase(),
      `http://evil.example.test${it.path}`,
      `/.${it.path}`,
      it.path.replaceAll('/', '%2f'),
    ])),
  (it, chance) => bendPairs(it.query, chance),
  (it, chance) => bendPairs(it.query, chance),
  (it, chance) =>
    void it.headers.push([
      chance.pick(HEADERS),
      chance.pick([...NASTY, ...TYPES, 'gzip', 'chunked', '100-continue', 'h2c']),
    ]),
  (it, chance) => void it.headers.push(['Content-Type', chance.pick(TYPES)]),
  (it) => void it.headers.pop(),
  (it, chance) => bendHeader(it.headers, chance),
  (it, chance) => (it.body.kind === 'none' ? undefined : bendPairs(it.body.pairs, chance)),
  (it, chance) => (it.body.kind === 'none' ? undefined : bendPairs(it.body.pairs, chance)),
  (it, chance) =>
    void (it.body = {
      kind: chance.pick(['form', 'json'] as const),
      pairs: it.body.kind === 'none' ? [...it.query] : it.body.pairs,
    }),
]

function insert(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1)
  return text.slice(0, at) + chance.pick(NASTY) + text.slice(at + chance.below(3))
}

function bendPairs(pairs: Pair[], chance: Chance): void {
  const at = chance.below(pairs.length + 1)
  const [name, value] = pairs[at] ?? [chance.pick(NAMES), chance.pick(NASTY)]
  const way = chance.below(5)
  if (way === 0) pairs.splice(at, 1)
  else if (way === 1) pairs.push([name, chance.pick([value, chance.pick(NASTY)])])
  else if (way === 2) pairs.splice(at, 1, [insert(name, chance), value])
  else if (way === 3) pairs.splice(at, 1, [name, insert(value, chance)])
  else pairs.push([chance.pick(NAMES), chance.pick(NASTY)])
}

function bendHeader(headers: Pair[], chance: Chance): void {
  const at = chance.below(headers.length + 1)
  const [name, value] = headers[at] ?? ['Cookie', 'a=b']
  headers.splice(at, 1, chance.once(6) ? [insert(name, chance), value] : [name, insert(value, chance)])
}

function written({ method, path, query, headers, body }: Shape, chance: Chance): Buffer {
  const encode = chance.once(8)
    ? (text: string) => text
    : (text: string) => encodeURIComponent(text.toWellFormed())
  const encoded = (pairs: readonly Pair[]) =>
    pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const address = query.length === 0 ? path : `${path}?${encoded(query)}`
  const [framing, content] = framed(contentOf(body, encoded, chance), chance)
  const lines = [
    `${method} ${address} HTTP/1.1`,
    ...(chance.once(60) ? [] : ['Host: localhost']),
    ...(body.kind === 'none' ? [] : [`Content-Type: ${TYPES[body.kind === 'json' ? 0 : 1]}`]),
    ...framing,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...['Connection: close', '', ''],
  ]
  return Buffer.concat([Buffer.from(lines.join('\r\n'), chance.once(3) ? 'utf8' : 'latin1'), content])
}

function contentOf(body: Shape['body'], encoded: (pairs: readonly Pair[]) => string, chance: Chance): Buffer {
  if (body.kind === 'none') return Buffer.alloc(0)
  return Buffer.from(body.kind === 'form' ? encoded(body.pairs) : jsonOf(body.pairs, chance))
}

/** The framing headers, which are sometimes wrong, and the body as it is sent. */
function framed(content: Buffer, chance: Chance): readonly [readonly string[], Buffer] {
  if (content.length === 0) return [[], content]
  if (!chance.once(10))
    return [[`Content-Length: ${chance.once(40) ? chance.below(20_000) : content.length}`], content]
  const chunks = [Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n0\r\n\r\n')]
  return [['Transfer-Encoding: chunked'], Buffer.concat(chunks)]
}

function jsonOf(pairs: readonly Pair[], chance: Chance): string {
  const value = (text: string) =>
    chance.once(6)
      ? chance.pick(['1', 'true', 'null', '[]', '{}', '["x"]', '{"a":{"__proto__":1}}', '1e400'])
      : JSON.stringify(text)
  return `{${pairs.map(([name, text]) => `${JSON.stringify(name)}:${value(text)}`).join(',')}}`
}

/** Sometimes changes the bytes themselves, so that Node's parser is tested, too. */
function bendBytes(bytes: Buffer, chance: Chance): Buffer {
  if (!chance.once(6)) return bytes
  const at = chance.below(bytes.length)
  const way = chance.below(4)
  if (way === 0) return bytes.subarray(0, at)
  if (way === 1) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + chance.below(4))])
  if (way === 2)
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([chance.below(256), chance.below(256)]),
      bytes.subarray(at),
    ])
  const flipped = Buffer.from(bytes)
  flipped[at] = chance.below(256)
  return flipped
}
