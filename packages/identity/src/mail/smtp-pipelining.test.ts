import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { UnixSeconds } from '../platform/clock.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { ComposedMail } from './transport.ts'

const PATIENCE = { greetingMilliseconds: 30_000, answerMilliseconds: 30_000 }

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

const endings: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** What the server says to each command. `nothing` is silence, `close` ends the connection. */
interface Manners {
  readonly rcpt: string
  readonly data: string
  readonly message: string
}

/** A server with PIPELINING that goes by its own manners, and the lines that it heard. */
async function pipeliningServer(manners: Manners) {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    converse(socket, manners, heard)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return { heard, port: typeof address === 'object' && address ? address.port : 0 }
}

function converse(socket: Socket, { rcpt, data, message }: Manners, heard: string[]): void {
  let rest = ''
  let inData = false
  const say = (words: string) => {
    if (words === 'close') socket.destroy()
    else if (words !== 'nothing') socket.write(`${words}\r\n`)
  }
  const answer = (line: string) => {
    heard.push(line)
    if (inData) {
      inData = line !== '.'
      return inData ? undefined : say(message)
    }
    if (/^EHLO/.test(line)) return say('250-relay\r\n250 PIPELINING')
    if (/^RCPT/.test(line)) return say(rcpt)
    if (line !== 'DATA') return say('250 ok')
    inData = data.startsWith('3')
    return say(data)
  }
  say('220 relay')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (!socket.destroyed) answer(line)
  })
}

async function sendTo(manners: Manners) {
  const server = await pipeliningServer(manners)
  const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`, { patience: PATIENCE })
  endings.push(() => transport.close())
  return { outcome: await transport.send(mail), heard: server.heard }
}

describe('with a server that offers PIPELINING (RFC 2920)', () => {
  test('a letter is sent', async () => {
    const sent = await sendTo({ rcpt: '250 ok', data: '354 go', message: '250 ok' })
    expect(sent.outcome).toEqual({ kind: 'sent' })
    expect(sent.heard).toContain('Subject: Hello')
  })

  test.each([
    { rcpt: '550 5.1.1 nobody', data: '354 go', message: '554 no recipients' },
    { rcpt: '550 5.1.1 nobody', data: '354 go', message: 'nothing' },
    { rcpt: '550 5.1.1 nobody', data: '354 go', message: 'close' },
    { rcpt: '550 5.1.1 nobody', data: 'nothing', message: 'close' },
    { rcpt: '550 5.1.1 nobody', data: 'close', message: 'close' },
    { rcpt: '550 5.1.1 nobody', data: '451 4.3.0 later', message: 'close' },
  ])('a refused recipient is told by the answer to RCPT, and no DATA follows: %j', async (manners) => {
    const { outcome, heard } = await sendTo(manners)
    expect(outcome).toEqual({ kind: 'refused-recipient', reply: '550 5.1.1' })
    expect(heard).not.toContain('DATA')
  })

  test.each([
    { rcpt: '451 4.7.1 greylisted', data: '354 go', message: 'nothing' },
    { rcpt: '451 4.7.1 greylisted', data: '554 5.5.1 no recipients', message: 'close' },
    { rcpt: '451 4.7.1 greylisted', data: 'close', message: 'close' },
  ])('a recipient that is put off is told by the answer to RCPT: %j', async (manners) => {
    expect((await sendTo(manners)).outcome).toEqual({ kind: 'deferred', reply: '451 4.7.1' })
  })
})
