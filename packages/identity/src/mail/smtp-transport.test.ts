import { createServer, type Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import type { UnixSeconds } from '../platform/clock.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { ComposedMail, MailTransport } from './transport.ts'

/** For servers that answer. */
const PATIENT = { greetingMilliseconds: 30_000, answerMilliseconds: 30_000 }
/** For servers that send nothing, from the beginning or after their greeting. */
const IMPATIENT = { greetingMilliseconds: 400, answerMilliseconds: 400 }
const GREETED = { ...PATIENT, answerMilliseconds: 400 }

const mail: ComposedMail = {
  messageId: 'm-1',
  headerId: 'm-1@id.example.org',
  from: { name: 'Portico', address: 'no-reply@example.org' },
  to: 'ada@example.org',
  subject: 'Hello',
  at: 1_800_000_000 as UnixSeconds,
  language: 'en',
  text: 'Hello\n',
  html: '<p>Hello</p>',
}
interface Taken {
  readonly recipients: readonly string[]
  readonly parsed: ParsedMail
}

const endings: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function transportTo(port: number, user = '', patience = PATIENT): MailTransport {
  const transport = createSmtpTransport(`smtp://${user}127.0.0.1:${port}`, { patience })
  endings.push(() => transport.close())
  return transport
}

async function smtp(options: SMTPServerOptions = {}) {
  const taken: Taken[] = []
  const state = { connections: 0 }
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 10,
    onConnect: (_session, done) => {
      state.connections += 1
      done()
    },
    onData: (stream, session, done) => {
      simpleParser(stream).then((parsed) => {
        taken.push({ recipients: session.envelope.rcptTo.map((one) => one.address), parsed })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  const sockets: Socket[] = []
  server.server.on('connection', (socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const hangUp = () =>
    Promise.all(
      sockets.map((socket) => new Promise((resolve) => void socket.once('close', resolve).destroy())),
    )
  return { taken, state, hangUp, port: typeof address === 'object' && address ? address.port : 0 }
}

function refusing(code: number, words = 'no'): Error {
  return Object.assign(new Error(words), { responseCode: code })
}

/** A server that answers each line with the next of these lines, and then does nothing or closes the connection. */
async function script(lines: readonly string[], atTheEnd: 'hang' | 'drop'): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const rest = [...lines]
    const say = () => {
      const line = rest.shift()
      if (line !== undefined) socket.write(`${line}\r\n`)
      else if (atTheEnd === 'drop') socket.destroy()
    }
    say()
    let heard = ''
    let inData = false
    socket.on('data', (chunk) => {
      heard += chunk.toString()
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const line = heard.slice(0, end)
        heard = heard.slice(end + 2)
        if (inData && line !== '.') continue
        inData = line === 'DATA'
        say()
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('the greeting', () => {
  test.each([
    ['https://id.example.org', 'id.example.org'],
    ['https://id.example.org:8443', 'id.example.org'],
    ['https://ausweis.straße.example', 'ausweis.xn--strae-oqa.example'],
    ['http://localhost:4000', 'localhost'],
    ['http://127.0.0.1:4000', '[127.0.0.1]'],
    ['http://[::1]:4000', '[IPv6:::1]'],
  ])('of %s names %s (RFC 5321 section 4.1.1.1)', async (baseUrl, name) => {
    const greeted: string[] = []
    const server = await smtp({
      onMailFrom: (_address, session, done) => {
        greeted.push(session.hostNameAppearsAs)
        done()
      },
    })
    const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`, { patience: PATIENT, baseUrl })
    endings.push(() => transport.close())
    expect(await transport.send(mail)).toEqual({ kind: 'sent' })
    expect(greeted.map((each) => each.toLowerCase())).toEqual([name.toLowerCase()])
  })

  test.each([
    ['421 at EHLO', ['220 x', '421 4.3.0 no such host'], 'EHLO 421'],
    ['550 at EHLO and HELO', ['220 x', '550 who?', '550 who?'], 'HELO 550'],
    ['421 at the connection', ['421 go away'], 'CONN 421'],
    ['554 at the connection', ['554 no service'], 'CONN 554'],
  ])('that is refused (%s) is no fault of the port', async (_case, lines, detail) => {
    const port = await script(lines, 'hang')
    const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, { patience: PATIENT })
    endings.push(() => transport.close())
    await expect(transport.probe()).rejects.toMatchObject({ kind: 'greeting-refused', detail })
  })
})

describe('a server that takes mail', () => {
  // proves: design-7.3-email-one-spelling, threat-mail-recipient
  test('gets it with one recipient, byte for byte', async () => {
    const server = await smtp()
    const to = 'a+b=c{d}|e~`^*/?$%&!#@example.org'
    expect(await transportTo(server.port).send({ ...mail, to })).toEqual({ kind: 'sent' })
    expect(server.taken.map(({ recipients }) => recipients)).toEqual([[to]])
    expect(server.taken[0]?.parsed.text).toBe('Hello\n')
  })
  test('gets mails that follow each other closely on one connection', async () => {
    const server = await smtp()
    const transport = transportTo(server.port)
    for (let at = 0; at < 5; at += 1) expect(await transport.send(mail)).toEqual({ kind: 'sent' })
    expect(server.taken).toHaveLength(5)
    expect(server.state.connections).toBe(1)
  })
  test('gets the user and password of the URL, decoded', async () => {
    const seen: string[] = []
    const server = await smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(String(username), String(password))
        done(null, { user: 'x' })
      },
    })
    expect(await transportTo(server.port, 'mail%40x.org:p%3Aw%2F@').send(mail)).toEqual({ kind: 'sent' })
    expect(seen).toEqual(['mail@x.org', 'p:w/'])
  })
  test("is believed on this machine although its certificate is nobody's", async () => {
    const server = await smtp({ secure: false })
    await transportTo(server.port).probe()
    expect(await transportTo(server.port).send(mail)).toEqual({ kind: 'sent' })
  })
})

describe('a recipient that is refused', () => {
  test.each([
    [550, 'no such user', 'refused-recipient'],
    [553, 'bad mailbox', 'refused-recipient'],
    [450, 'try again later', 'deferred'],
    [452, 'mailbox full', 'deferred'],
  ] as const)('with %d is no fault of the server (%s): %s', async (code, words, kind) => {
    const server = await smtp({ onRcptTo: (_address, _session, done) => done(refusing(code, words)) })
    const transport = transportTo(server.port)
    expect(await transport.send(mail)).toMatchObject({ kind, reply: expect.stringContaining(String(code)) })
    await transport.probe()
  })
  test('because of a rule of the server may be taken later', async () => {
    const port = await script(['220 x', '250 x', '250 ok', '554 5.7.1 Relay access denied'], 'hang')
    expect(await transportTo(port).send(mail)).toEqual({ kind: 'deferred', reply: '554 5.7.1' })
  })
  test('does not put its address into the reply that is logged', async () => {
    const port = await script(['220 x', '250 x', '250 ok', '550 5.1.1 <ada@example.org> unknown'], 'hang')
    expect(await transportTo(port).send(mail)).toEqual({ kind: 'refused-recipient', reply: '550 5.1.1' })
  })
})

describe('a message that is refused', () => {
  test.each([
    [451, 'mailbox locked', 'deferred'],
    [452, '4.2.2 mailbox full', 'deferred'],
    [552, 'mailbox full', 'refused-mail'],
    [552, '5.2.2 mailbox full', 'refused-mail'],
    [550, '5.1.1 no such user', 'refused-mail'],
    // What a server says of the content tells the mails of one form apart, and what it says of the sender is ours to mend.
    [550, 'This message was classified as spam', 'deferred'],
    [554, 'Sending is paused for this account', 'deferred'],
    [550, '5.4.5 daily limit exceeded', 'deferred'],
    [552, '5.3.4 message too big', 'deferred'],
    [552, '5.6.0 content rejected', 'deferred'],
    [554, '5.7.1 our rules', 'deferred'],
    [550, '5.7.26 not authenticated', 'deferred'],
  ] as const)('with %d after its data (%s): %s', async (code, words, kind) => {
    const server = await smtp({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refusing(code, words)))
      },
    })
    expect(await transportTo(server.port).send(mail)).toMatchObject({ kind })
  })
})

describe('a server that takes no mail at all is unavailable', () => {
  test.each([
    [421, 'MAIL'],
    [451, 'MAIL'],
    [550, 'MAIL'],
  ])('%d to %s', async (code) => {
    const server = await smtp({ onMailFrom: (_address, _session, done) => done(refusing(code)) })
    expect(await transportTo(server.port).send(mail)).toMatchObject({ kind: 'unavailable' })
  })
  test.each([
    ['421 at the greeting', ['421 go away'], 'hang'],
    ['554 at the greeting', ['554 no service'], 'hang'],
    ['no greeting', [], 'hang'],
    ['a connection that is dropped at once', [], 'drop'],
    ['silence after the greeting', ['220 x'], 'hang'],
    ['a connection that is dropped after the greeting', ['220 x'], 'drop'],
  ] as const)('%s', async (_case, lines, atTheEnd) => {
    const port = await script(lines, atTheEnd)
    await expect(transportTo(port, '', IMPATIENT).probe()).rejects.toThrow()
    expect(await transportTo(port, '', IMPATIENT).send(mail)).toMatchObject({ kind: 'unavailable' })
  })
  test('nobody listens', async () => {
    const port = await script([], 'drop')
    await endings.pop()?.()
    await expect(transportTo(port).probe()).rejects.toThrow()
    expect(await transportTo(port).send(mail)).toMatchObject({ kind: 'unavailable' })
  })
  test('a wrong password', async () => {
    const server = await smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('wrong')),
    })
    await expect(transportTo(server.port, 'a:b@').probe()).rejects.toThrow()
    expect(await transportTo(server.port, 'a:b@').send(mail)).toMatchObject({ kind: 'unavailable' })
  })
})

// proves: threat-mail-outage
describe('a server that falls silent on the way', () => {
  test.each([
    ['after MAIL', ['220 x', '250 x'], 'hang', 'envelope'],
    ['after RCPT', ['220 x', '250 x', '250 ok'], 'drop', 'envelope'],
    ['after DATA', ['220 x', '250 x', '250 ok', '250 ok', '354 go'], 'hang', 'message'],
    ['after DATA', ['220 x', '250 x', '250 ok', '250 ok', '354 go'], 'drop', 'message'],
  ] as const)('%s (%s, %s) leaves the mail unanswered', async (_case, lines, atTheEnd, stage) => {
    const port = await script(lines, atTheEnd)
    expect(await transportTo(port, '', GREETED).send(mail)).toEqual({ kind: 'unanswered', reply: stage })
  })
})

test('a connection that the server has closed meanwhile is replaced, and the mail goes out', async () => {
  const server = await smtp()
  const transport = transportTo(server.port)
  expect(await transport.send(mail)).toEqual({ kind: 'sent' })
  await server.hangUp()
  expect(await transport.send(mail)).toEqual({ kind: 'sent' })
  expect(server.taken).toHaveLength(2)
})
