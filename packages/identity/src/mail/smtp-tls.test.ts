import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UnixSeconds } from '../platform/clock.ts'
import { createAuthority, selfSigned, type TestCertificate } from './certificate.fixture.ts'
import { createMailGate } from './mail-gate.ts'
import { MailTrouble } from './mail-trouble.ts'
import { createProbe } from './probe-mail.ts'
import { startRelay, startTamperedRelay, type TestRelay } from './relay.fixture.ts'
import { smtpServer } from './smtp-server.ts'
import { createSmtpTransport, type SmtpTransport } from './smtp-transport.ts'
import type { ComposedMail } from './transport.ts'

const PATIENCE = { greetingMilliseconds: 30_000, answerMilliseconds: 30_000 }
const FUTURE = new Date('2048-01-01T00:00:00Z')
const ADDRESS = '0.0.0.0'

const authority = createAuthority()
const good = authority.issue({ address: ADDRESS, validUntil: FUTURE })
const BAD_CERTIFICATES: readonly [string, TestCertificate, string][] = [
  [
    'that nobody vouches for',
    selfSigned({ address: ADDRESS, validUntil: FUTURE }),
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'that is over',
    authority.issue({ address: ADDRESS, validUntil: new Date('2020-01-01T00:00:00Z') }),
    'CERT_HAS_EXPIRED',
  ],
  [
    'of another server',
    authority.issue({ address: '192.0.2.1', validUntil: FUTURE }),
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
]

const mail: ComposedMail = {
  messageId: 'm-1',
  headerId: 'm-1@id.example.org',
  from: { name: 'Portico', address: 'no-reply@example.org' },
  to: 'ada@example.org',
  subject: 'Reset your password',
  at: 1_800_000_000 as UnixSeconds,
  language: 'en',
  text: 'https://id.example.org/recover/?link=secret\n',
  html: '<p>Hello</p>',
}

const endings: (() => Promise<unknown> | unknown)[] = []
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function relay(options: SMTPServerOptions): Promise<TestRelay> {
  const started = await startRelay(options)
  endings.push(() => started.stop())
  return started
}

function transportTo(url: string, cleartext: 'refused' | 'allowed' = 'refused'): SmtpTransport {
  const transport = createSmtpTransport(url, { patience: PATIENCE, cleartext })
  endings.push(() => transport.close())
  return transport
}

/** The results of the probe and of a letter, which must be the same. */
async function troubleWith(transport: SmtpTransport) {
  const fault = await transport.probe().catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(MailTrouble)
  const { kind, detail } = fault as MailTrouble
  expect(await transport.send(mail)).toEqual({ kind: 'unavailable', reply: kind })
  return { kind, detail }
}

const WITHOUT_STARTTLS: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }

describe('a relay on another machine', () => {
  test('that offers STARTTLS with a good certificate gets mail over TLS alone (RFC 3207)', async () => {
    const server = await relay(good)
    const transport = transportTo(`smtp://${server.place}`)
    expect(await transport.probe()).toMatchObject({
      kind: 'tls',
      protocol: expect.stringMatching(/^TLSv1\.[23]$/),
      cipher: expect.stringMatching(/^TLS_|^ECDHE/),
      certificate: { name: ADDRESS, validUntil: expect.stringContaining('2048') },
      isTrusted: true,
    })
    expect(await transport.send(mail)).toEqual({ kind: 'sent' })
    expect([server.taken.length, server.encrypted]).toEqual([1, [true]])
  })
  test('that speaks TLS from the first byte gets mail too (RFC 8314 section 3.3)', async () => {
    const server = await relay({ ...good, secure: true })
    expect(await transportTo(`smtps://${server.place}`).send(mail)).toEqual({ kind: 'sent' })
    expect(server.encrypted).toEqual([true])
  })
  // proves: threat-mail-without-tls
  test('without STARTTLS gets no letter', async () => {
    const server = await relay(WITHOUT_STARTTLS)
    expect((await troubleWith(transportTo(`smtp://${server.place}`))).kind).toBe('no-tls')
    expect(server.taken).toEqual([])
  })
  test('without STARTTLS gets neither password nor letter', async () => {
    const server = await relay(WITHOUT_STARTTLS)
    expect((await troubleWith(transportTo(`smtp://u:p@${server.place}`))).kind).toBe('no-tls')
    expect([server.taken, server.encrypted]).toEqual([[], []])
  })
  test('whose offer is taken out on the way is asked for TLS all the same', async () => {
    const server = await relay({ ...good, hideSTARTTLS: true })
    expect(await transportTo(`smtp://${server.place}`).send(mail)).toEqual({ kind: 'sent' })
    expect(server.encrypted).toEqual([true])
  })
  // proves: threat-mail-without-tls
  test.each(['454 4.7.0 not now', '502 unknown', '250 ok', '500 what'])(
    'whose offer is taken out on the way, and STARTTLS answered "%s", gets no letter',
    async (answer) => {
      const server = await startTamperedRelay({
        ehlo: '250-relay\r\n250 AUTH PLAIN\r\n',
        startTls: `${answer}\r\n`,
        certificate: good,
      })
      endings.push(() => server.stop())
      const found = await troubleWith(transportTo(`smtp://u:p@${server.place}`))
      expect(found.kind).toBe(answer.startsWith('2') ? 'tls-failed' : 'no-tls')
      expect(server.heardInClear.filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([])
    },
  )
  test('that knows no EHLO, and so no STARTTLS, gets no letter', async () => {
    const server = await startTamperedRelay({
      ehlo: '502 unknown\r\n',
      startTls: '502 unknown\r\n',
      certificate: good,
    })
    endings.push(() => server.stop())
    expect((await troubleWith(transportTo(`smtp://${server.place}`))).kind).toBe('no-tls')
    expect(server.heardInClear.filter((line) => !line.startsWith('EHLO'))).toEqual([])
  })
  // proves: threat-mail-without-tls
  test.each([
    ['whole lines', '250-relay\r\n250 AUTH PLAIN\r\n'],
    ['half a line', '250 AUTH PLAIN '],
    ['a line of white space', '\r\n250 AUTH PLAIN LOGIN\r\n'],
  ])(
    'what an attacker adds in clear behind the answer to STARTTLS is not believed: %s',
    async (_case, added) => {
      const server = await startTamperedRelay({
        ehlo: '250-relay\r\n250 STARTTLS\r\n',
        startTls: `220 go on\r\n${added}`,
        certificate: good,
      })
      endings.push(() => server.stop())
      await transportTo(`smtp://u:p@${server.place}`).send(mail)
      expect(server.heardInClear.filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([])
      expect(server.heardEncrypted.filter((line) => line.startsWith('AUTH'))).toEqual([])
      expect(server.heardEncrypted[0]).toMatch(/^EHLO/)
    },
  )
  test('gets the password over TLS alone, also where it asks for it before', async () => {
    const server = await relay({ ...good, authOptional: false, allowInsecureAuth: true })
    expect(await transportTo(`smtp://u:p@${server.place}`).send(mail)).toEqual({ kind: 'sent' })
    expect(server.encrypted).toEqual([true, true])
  })
  // proves: threat-mail-without-tls
  test.each(BAD_CERTIFICATES)('with a certificate %s gets no letter', async (_case, certificate, detail) => {
    const upgrading = await relay(certificate)
    const trouble = { kind: 'certificate-refused', detail }
    expect(await troubleWith(transportTo(`smtp://${upgrading.place}`))).toEqual(trouble)
    const implicit = await relay({ ...certificate, secure: true })
    expect(await troubleWith(transportTo(`smtps://${implicit.place}`))).toEqual(trouble)
    expect([...upgrading.taken, ...implicit.taken]).toEqual([])
  })
  // proves: threat-mail-without-tls
  test.each(['smtp', 'smtps'])('that knows no TLS 1.2 gets no letter (RFC 8996): %s', async (protocol) => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const server = await relay({ ...good, ...old, secure: protocol === 'smtps' })
    expect((await troubleWith(transportTo(`${protocol}://${server.place}`))).kind).toBe('tls-failed')
    expect(server.taken).toEqual([])
  })
  test('that answers TLS with something else gets no letter', async () => {
    const server = await relay(good)
    expect((await troubleWith(transportTo(`smtps://${server.place}`))).kind).toBe('tls-failed')
    expect(server.taken).toEqual([])
  })
})

describe('where the operator has allowed clear text in so many words', () => {
  test('a relay without STARTTLS gets mail, and what was negotiated says why', async () => {
    const server = await relay(WITHOUT_STARTTLS)
    const transport = transportTo(`smtp://${server.place}`, 'allowed')
    expect(await transport.probe()).toEqual({ kind: 'clear', because: 'setting' })
    expect(await transport.send(mail)).toEqual({ kind: 'sent' })
    expect(server.encrypted).toEqual([false])
  })
  test('a relay with STARTTLS still gets mail over TLS, whoever vouches for it', async () => {
    const server = await relay(selfSigned({ address: ADDRESS, validUntil: FUTURE }))
    const transport = transportTo(`smtp://${server.place}`, 'allowed')
    expect(await transport.probe()).toMatchObject({ kind: 'tls', isTrusted: false })
    expect(await transport.send(mail)).toEqual({ kind: 'sent' })
    expect(server.encrypted).toEqual([true])
  })
  // proves: threat-mail-without-tls
  test('a password still goes over checked TLS alone', async () => {
    const server = await relay(WITHOUT_STARTTLS)
    expect((await troubleWith(transportTo(`smtp://u:p@${server.place}`, 'allowed'))).kind).toBe('no-tls')
    const unknown = await relay(selfSigned({ address: ADDRESS, validUntil: FUTURE }))
    expect((await troubleWith(transportTo(`smtp://u:p@${unknown.place}`, 'allowed'))).kind).toBe(
      'certificate-refused',
    )
    expect([...server.encrypted, ...unknown.encrypted]).toEqual([])
  })
  test('an address with smtps:// is still held to a good certificate', async () => {
    const server = await relay({ ...selfSigned({ address: ADDRESS, validUntil: FUTURE }), secure: true })
    expect((await troubleWith(transportTo(`smtps://${server.place}`, 'allowed'))).kind).toBe(
      'certificate-refused',
    )
  })
})

test('every connection asks for TLS 1.2 at least, and for a relay elsewhere checks its certificate', () => {
  const options = (url: string) =>
    smtpServer(url, { patience: PATIENCE, cleartext: 'refused', baseUrl: 'http://localhost' }).options
  const checked = { rejectUnauthorized: true, minVersion: 'TLSv1.2' }
  expect(options('smtp://mail.example.org:587')).toMatchObject({ requireTLS: true, tls: checked })
  expect(options('smtp://u:p@mail.example.org:587')).toMatchObject({ requireTLS: true, tls: checked })
  expect(options('smtps://mail.example.org')).toMatchObject({ secure: true, tls: checked })
  expect(options('smtp://u:p@[::1]:25')).toMatchObject({
    host: '::1',
    requireTLS: false,
    tls: { ...checked, rejectUnauthorized: false },
  })
})

describe('a relay on this machine', () => {
  test.each(['127.0.0.1', 'localhost', 'LOCALHOST'])('needs no TLS: %s', async (host) => {
    const server = await relay(WITHOUT_STARTTLS)
    const transport = transportTo(`smtp://${host}:${server.port}`)
    expect(await transport.probe()).toEqual({ kind: 'clear', because: 'loopback' })
    expect(await transport.send(mail)).toEqual({ kind: 'sent' })
    expect(server.taken).toHaveLength(1)
  })
})

// proves: seeing-metrics
test('a probe that succeeds tells the end of the certificate, and one that fails tells nothing', async () => {
  const { place } = await relay(good)
  const heard: unknown[] = []
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const ask = (url: string) =>
    createProbe({ transport: transportTo(url), log }, createMailGate(), (answer) => void heard.push(answer))()
  await ask('smtp://127.0.0.1:1')
  expect(heard).toEqual([])
  await ask(`smtp://${place}`)
  expect(heard).toMatchObject([{ kind: 'tls', certificate: { validUntil: expect.stringContaining('2048') } }])
})
