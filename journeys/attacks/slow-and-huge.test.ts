// Takes long, because each endpoint that reads a body gets every bad one, and slow callers are sent away after ten seconds.
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { READERS } from './body-readers.ts'
import { FORM, INSIDE, openTarget, statusesOf, type Target } from './target.ts'

/** Many times the limit of a body. */
const FLOOD_BYTES = 200_000

let target: Target
let mebibytesBefore = 0

/** The limit of the heap. A leak in JavaScript ends the process, and a leak in native code shows. */
const HEAP_MEBIBYTES = 128
/** The most memory for a few hundred connections, with memory that Node has not released yet. */
const MOST_GROWTH_MEBIBYTES = HEAP_MEBIBYTES + 32

beforeAll(async () => {
  target = await openTarget({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}` })
  mebibytesBefore = target.residentMebibytes()
})
afterAll(() => target?.close())
afterEach(() => target.expectWell())

interface Slow {
  readonly socket: Socket
  /** The bytes before the service closed the connection. */
  readonly closed: Promise<string>
}

/** Begins a request, sends a few bytes at times, and never ends it. */
function dawdle(beginning: string, more: string): Promise<Slow> {
  return new Promise((resolve, reject) => {
    const socket = connect(target.identity.port, '127.0.0.1')
    let text = ''
    const closed = new Promise<string>((done) => {
      const drip = setInterval(() => socket.writable && socket.write(more), 900)
      socket.once('close', () => {
        clearInterval(drip)
        done(text)
      })
    })
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject).on('error', () => undefined)
      socket.write(beginning, () => resolve({ socket, closed }))
    })
  })
}

// proves: threat-slow-and-huge
test('200 callers who never end their request keep nobody waiting, and are sent away', async () => {
  const start = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n`
  const slow = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const [path = '/login/', type = FORM] = READERS[index % READERS.length] ?? []
      const headers = index % 4 === 0 ? 'Transfer-Encoding: chunked' : 'Content-Length: 4000'
      if (index % 2 === 0)
        return dawdle(`${start(path)}${type}\r\n${headers}\r\n\r\n`, index % 4 === 0 ? '1\r\na\r\n' : 'a')
      return dawdle(index % 3 === 0 ? 'GET /lo' : start(path), index % 3 === 0 ? 'g' : 'X-A: b\r\n')
    }),
  )
  expect(slow.filter(({ socket }) => socket.writable)).toHaveLength(200)
  for (let n = 0; n < 20; n += 1) {
    expect((await target.fetch('/api/health/')).status).toBe(200)
    expect((await target.fetch('/login/')).status).toBe(200)
    const headers = { authorization: `Bearer ${target.entered.tokens.access_token}` }
    expect((await target.fetch('/o/userinfo/', { headers })).status).toBe(200)
  }
  const endings = await Promise.all(slow.map(({ closed }) => closed))
  for (const text of endings) {
    expect(text).toMatch(/^(?:$|HTTP\/1\.1 (?:400|408) )/)
    expect(text).not.toMatch(INSIDE)
  }
  expect(endings.filter((text) => text.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(150)
})

test('2000 callers who hang up in the middle leave nothing behind', async () => {
  const parts = [
    'G',
    'GET /login/ HTTP/1.1\r\n',
    'POST /o/token/ HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nab',
    'GET /account/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n',
  ]
  const hangUp = (part: string, isReset: boolean) =>
    new Promise<void>((resolve) => {
      const socket = connect(target.identity.port, '127.0.0.1', () =>
        socket.write(part, () => (isReset ? socket.resetAndDestroy() : socket.destroy())),
      )
      socket.on('error', () => undefined).once('close', () => resolve())
    })
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => hangUp(parts[n % parts.length] ?? '', n % 3 === 0)),
    )
})

// proves: threat-slow-and-huge
describe('bodies that lie about their length or have none', () => {
  test.each(READERS)('%s', async (path, type) => {
    const most = path.startsWith('/api/v1') ? 8 * 1024 : 16 * 1024
    const refused = [
      [`Content-Length: ${most + 1}`],
      ['Content-Length: 1000000000'],
      ['Content-Length: 9007199254740993'],
      ['Content-Length: -5'],
      ['Content-Length: 5e9'],
      ['Content-Length: 0x10000'],
    ]
    for (const headers of refused) {
      const answer = await target.raw(`POST ${path}`, [type, ...headers], 'a=b')
      expect([headers, statusesOf(answer), answer.isClosed]).toEqual([headers, [400], true])
      expect(answer.text).not.toMatch(INSIDE)
    }
    const short = await target.raw(`POST ${path}`, [type, 'Content-Length: 3'], `a=b${'c'.repeat(500)}`)
    expect(short.isClosed).toBe(true)
    expect(statusesOf(short).length).toBeLessThanOrEqual(1)
    expect(short.status).toBeLessThan(500)
  })

  // proves: threat-slow-and-huge
  test.each(READERS)('%s: a flood of chunks is cut off at the limit', async (path, type) => {
    for (const chunk of [`400\r\n${'a'.repeat(1024)}\r\n`, '1\r\na\r\n']) {
      const answer = await target.raw(
        `POST ${path}`,
        [type, 'Transfer-Encoding: chunked'],
        chunk.repeat(Math.ceil(FLOOD_BYTES / chunk.length)),
      )
      expect([statusesOf(answer), answer.isClosed]).toEqual([[400], true])
    }
  })
})

// proves: threat-slow-and-huge
describe('compressed bodies are refused unread', () => {
  const bomb = Buffer.alloc(5_000_000, 'a=b&')
  const ENCODINGS: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(bomb)],
    ['x-gzip', gzipSync(bomb)],
    ['GZIP', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['zstd', Buffer.from('28b52ffd', 'hex')],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ['identity, gzip', gzipSync(bomb)],
    ['gzip;q=1', gzipSync(bomb)],
    ['nonsense', Buffer.from('token=x')],
  ]
  test.each(ENCODINGS)('in %s', async (encoding, body) => {
    for (const [path, type] of READERS) {
      const headers = {
        'content-type': type.slice(14),
        'content-encoding': encoding,
        authorization: target.program.basic,
        cookie: target.cookie,
      }
      const answer = await target.fetch(path, { method: 'POST', headers, body: new Uint8Array(body) })
      expect([path, answer.status]).toEqual([path, path === '/o/userinfo/' ? 401 : 400])
      expect(await answer.text()).not.toMatch(INSIDE)
    }
  })
  test('and announced as a transfer coding: refused, and the connection closed', async () => {
    for (const coding of ['gzip, chunked', 'gzip', 'deflate, chunked', 'chunked, br']) {
      const answer = await target.raw('POST /o/token/', [FORM, `Transfer-Encoding: ${coding}`], '0\r\n\r\n')
      expect([400, 401]).toContain(answer.status)
      if (!coding.endsWith(', chunked')) expect([answer.status, answer.isClosed]).toEqual([400, true])
    }
  })
})

// proves: threat-giant-password
describe('too much of everything', () => {
  const manyHeaders = Array.from({ length: 3_000 }, (_, n) => `A${n}: b`)
  test.each<readonly [string, string, readonly string[], readonly number[]]>([
    ['an address of 15 kB', `GET /login/?${'a'.repeat(15_000)}`, [], [200, 400]],
    ['an address of 1 MB', `GET /login/?${'a'.repeat(1_000_000)}`, [], [431]],
    ['a path of 15 kB', `GET /${'a'.repeat(15_000)}`, [], [404]],
    ['a path of 15 kB of escapes', `GET /${'%61'.repeat(5_000)}`, [], [404]],
    ['a path of 7000 parts', `GET ${'/a'.repeat(7_000)}`, [], [404]],
    ['a header of 1 MB', 'GET /login/', [`X: ${'a'.repeat(1_000_000)}`], [431]],
    ['3000 headers', 'GET /login/', manyHeaders, [200, 400, 431]],
    ['a cookie of 15 kB', 'GET /login/', [`Cookie: ${'a=b; '.repeat(3_000)}`], [200]],
    ['languages of 15 kB', 'GET /login/', [`Accept-Language: ${'en;q=0.1,'.repeat(1_600)}`], [200]],
    [
      'a type of 15 kB',
      'POST /login/',
      [`Content-Type: application/x-www-form-urlencoded;${' '.repeat(15_000)}x`],
      [400],
    ],
    ['credentials of 15 kB', 'POST /o/token/', [FORM, `Authorization: Basic ${'YTpi'.repeat(3_700)}`], [401]],
    ['a bearer token of 15 kB', 'GET /o/userinfo/', [`Authorization: Bearer ${'a'.repeat(15_000)}=`], [401]],
    [
      'credentials of 15 kB of spaces',
      'POST /o/token/',
      [FORM, `Authorization: Basic${' '.repeat(15_000)}x:`],
      [401],
    ],
    ['1000 parameters', `GET /o/authorize/?${'a=b&'.repeat(1_000)}`, [], [400]],
  ])('%s', async (_name, line, headers, statuses) => {
    const answer = await target.raw(line, [...headers, 'Connection: close'])
    expect(statuses).toContain(answer.status)
    expect(answer.isClosed).toBe(true)
    expect(answer.text).not.toMatch(INSIDE)
  })

  const json = (text: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
  test.each([
    ['4000 arrays deep', `${'['.repeat(4_000)}${']'.repeat(4_000)}`],
    ['1300 objects deep', `${'{"a":'.repeat(1_300)}1${'}'.repeat(1_300)}`],
    ['an e-mail 1300 objects deep', `{"email":${'{"a":'.repeat(1_300)}1${'}'.repeat(1_300)}}`],
    ['4000 arrays that never close', '['.repeat(8_000)],
    ['1000 fields', `{${Array.from({ length: 700 }, (_, n) => `"f${n}":1`).join(',')}}`],
    ['one name 1500 times', `{${Array.from({ length: 1_500 }, () => '"a":1').join(',')}}`],
    ['a number of 8000 digits', `{"email":${'9'.repeat(8_000)}}`],
    ['a number with a huge exponent', '{"email":1e999999999}'],
    ['a text of 8000 backslashes', `{"email":"${'\\\\'.repeat(4_000)}"}`],
    ['a text that never ends', `{"email":"${'\\"'.repeat(4_000)}`],
    ['8000 spaces', ' '.repeat(8_000)],
    ['an address of 8000 @', `{"email":"${'@'.repeat(8_000)}"}`],
    ['an address of 8000 dots', `{"email":"${'a.'.repeat(4_000)}"}`],
    ['an address of 320 hyphens', `{"email":"a@${'-'.repeat(316)}.b"}`],
  ])('JSON: %s', async (_name, text) => {
    for (const kind of ['register', 'recover']) {
      const answer = await target.fetch(`/api/v1/accounts/${kind}/`, json(text))
      expect(answer.status).toBe(400)
      const body = await answer.text()
      expect(body.length).toBeLessThan(8_000)
      expect(body).not.toMatch(INSIDE)
    }
  })

  test.each(READERS.filter(([, type]) => type === FORM))(
    'forms to %s: 65 and 5000 parameters, and none but ampersands',
    async (path) => {
      for (const body of [
        'a=b&'.repeat(65),
        '&'.repeat(16_000),
        'a&'.repeat(8_000),
        Array.from({ length: 2_000 }, (_, n) => `p${n}=`).join('&'),
      ]) {
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: target.program.basic,
          cookie: target.cookie,
        }
        const answer = await target.fetch(path, { method: 'POST', headers, body })
        expect([path, answer.status]).toEqual([path, path === '/o/userinfo/' ? 401 : 400])
      }
    },
  )
})

// proves: threat-slow-and-huge
test('all of this together cost no more memory than the room of the heap', () => {
  expect(target.residentMebibytes() - mebibytesBefore).toBeLessThan(MOST_GROWTH_MEBIBYTES)
})
