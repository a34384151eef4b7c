import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createAuthority, type TestCertificate } from '../../mail/certificate.fixture.ts'
import { DatabaseUnavailable } from './database.ts'
import { connectionOpener } from './open-connection.ts'

// The embedded server has no TLS, so this server accepts a connection and sends nothing more.

const authority = createAuthority()
const issue = (address: string) => authority.issue({ address, validUntil: new Date('2049-01-01T00:00:00Z') })

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const SSL_REQUEST_CODE = 80_877_103

/** Starts it. Returns its port, and whether the sessions were encrypted. */
async function startServer(certificate: TestCertificate | undefined) {
  const sessions: ('encrypted' | 'plain')[] = []
  const greet = (socket: Socket, session: 'encrypted' | 'plain') => {
    sessions.push(session)
    socket.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]))
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    closings.push(() => socket.destroy())
    socket.once('data', (bytes) => {
      if (bytes.readUInt32BE(4) !== SSL_REQUEST_CODE) return greet(socket, 'plain')
      socket.write(certificate ? 'S' : 'N')
      if (!certificate) return
      const secure = new TLSSocket(socket, { isServer: true, ...certificate })
      secure.on('error', () => undefined)
      secure.once('data', () => greet(secure, 'encrypted'))
    })
  })
  closings.push(() => server.close())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { port: (Object(server.address()) as { port: number }).port, sessions }
}

async function sessionsWith(sslMode: string, certificate?: TestCertificate): Promise<unknown> {
  const { port, sessions } = await startServer(certificate)
  const url = `postgres://portico@127.0.0.1:${port}/portico?sslmode=${sslMode}`
  const open = connectionOpener({ kind: 'url', url }, { settings: {}, connectMilliseconds: 5_000 })
  const refused = await open().then(
    (connection) => void connection.destroy(),
    (error: unknown) => error,
  )
  if (refused !== undefined) expect(refused).toBeInstanceOf(DatabaseUnavailable)
  return refused === undefined ? sessions : 'refused'
}

test.each([
  ['disable', ['plain'], ['plain']],
  ['prefer', ['encrypted'], ['plain']],
  ['require', ['encrypted'], 'refused'],
  ['verify-full', 'refused', 'refused'],
  ['verify-ca', 'refused', 'refused'],
  ['no-such-mode', 'refused', 'refused'],
])(
  'sslmode=%s at a server whose certificate nobody vouches for, and at one without TLS',
  async (mode, tls, plain) => {
    expect(await sessionsWith(mode, issue('127.0.0.1'))).toEqual(tls)
    expect(await sessionsWith(mode)).toEqual(plain)
  },
)

test('a certificate that is vouched for is good for its own address alone', async () => {
  const before = getCACertificates('default')
  closings.push(() => setDefaultCACertificates(before))
  setDefaultCACertificates([authority.cert])
  expect(await sessionsWith('verify-full', issue('127.0.0.1'))).toEqual(['encrypted'])
  expect(await sessionsWith('verify-full', issue('127.0.0.2'))).toBe('refused')
})
