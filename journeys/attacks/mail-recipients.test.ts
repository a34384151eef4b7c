import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../../packages/identity/testing/people.ts'
import { openTarget, type Target } from './target.ts'

let target: Target
let people = 0

beforeAll(async () => {
  target = await openTarget()
})
afterAll(async () => {
  await target?.expectWell()
  await target?.close()
})

const VICTIM = 'victim@example.test'

const post = (kind: 'register' | 'recover', fields: object) =>
  target.fetch(`/api/v1/accounts/${kind}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })

/** Waits until everything accepted has been sent: until the mail of a last request, to a new address, has arrived. */
async function untilSent(): Promise<void> {
  const email = `last.${(people += 1)}@example.test`
  expect((await post('register', { email, full_name: 'Last' })).status).toBe(202)
  await target.mailServer.mailTo(email, /./)
}

/** Addresses that some programs read as two recipients, as another recipient, or as a command. */
const TWO_WAYS: readonly string[] = [
  `attacker@example.test,${VICTIM}`,
  `attacker@example.test, ${VICTIM}`,
  `attacker@example.test;${VICTIM}`,
  `attacker@example.test ${VICTIM}`,
  `attacker@example.test\n${VICTIM}`,
  `attacker@example.test\r\nRCPT TO:<${VICTIM}>`,
  `attacker@example.test\r\nBcc: ${VICTIM}`,
  `attacker@example.test%0d%0aBcc:${VICTIM}`,
  `attacker@example.test>\r\nRCPT TO:<${VICTIM}`,
  `<attacker@example.test>`,
  `Ana <attacker@example.test>`,
  `attacker@example.test <${VICTIM}>`,
  `${VICTIM}<attacker@example.test>`,
  `"${VICTIM}"@example.test`,
  `"attacker@example.test, ${VICTIM}"@example.test`,
  `"a\\"b"@example.test`,
  `"attacker"@example.test`,
  `attacker(${VICTIM})@example.test`,
  `attacker@example.test(comment)`,
  `(comment)attacker@example.test`,
  `attacker@(comment)example.test`,
  `attacker@@example.test`,
  `attacker@example.test@example.test`,
  `${VICTIM}@example.test`,
  `@relay.example.test:${VICTIM}`,
  `@relay.example.test,@b.example.test:${VICTIM}`,
  `group:${VICTIM};`,
  `attacker@[127.0.0.1]`,
  `attacker@[IPv6:::1]`,
  `attacker@localhost`,
  `attacker@`,
  `@example.test`,
  `attacker`,
  `.attacker@example.test`,
  `attacker.@example.test`,
  `atta..cker@example.test`,
  `attacker@.example.test`,
  `attacker@example.test.`,
  `attacker@example..test`,
  `attacker@-example.test`,
  `attacker@example-.test`,
  `attacker@exa_mple.test`,
  `attacker@example.test:25`,
  `attacker@example.test/x`,
  `attacker@example.test?x`,
  `attacker@example.test#x`,
  `attacker@example.test\\`,
  `attacker\\@example.test`,
  `attacker\0@example.test`,
  `attacker@example.test\0`,
  `attacker\t@example.test`,
  `atta cker@example.test`,
  `attacker@exam ple.test`,
  `attacker\u00a0@example.test`,
  `attacker\u200b@example.test`,
  `att\u00adacker@example.test`,
  `attacker\u2060@example.test`,
  `attacker\u2028@example.test`,
  `attacker\uff20example.test`,
  `attacker\ufe6bexample.test`,
  `\uff56ictim@example.test`,
  `vict\u0456m@example.test`,
  `victim@ex\u0430mple.test`,
  `victim@example\u3002test`,
  `victim@example\uff0etest`,
  `victim@example\u2024test`,
  `v\u0131ctim@example.test`,
  `v\u0130ctim@example.test`,
  `vi\u0441tim@example.test`,
  `\u1d5bictim@example.test`,
  `ma\u00f1ana@example.test`,
  `man\u0303ana@example.test`,
  `victim@m\u00fcnchen.test`,
  `victim@example.te\u017ft`,
  `victim@\u24d4xample.test`,
  `\ud83d\ude00@example.test`,
  `\ud800@example.test`,
  `=?utf-8?q?${VICTIM.replace('@', '=40')}?=`,
  `mailto:${VICTIM}`,
  `$(id)@example.test;`,
  `|id@example.test|`,
  `a${'a'.repeat(320)}@example.test`,
]

// proves: threat-mail-recipient
describe('an address that can be read in two ways is refused, and no mail leaves', () => {
  test.each(TWO_WAYS)('%j', async (email) => {
    expect((await post('register', { email, full_name: 'Ana' })).status).toBe(400)
    expect((await post('recover', { email })).status).toBe(400)
  })
  test('nobody got a mail, the victim least of all', async () => {
    await untilSent()
    const recipients = target.mailServer.mails.flatMap((mail) => mail.recipients)
    expect(recipients.filter((to) => !to.startsWith('last.') && to !== target.citizen.email)).toEqual([])
  })
})

/** Unusual spellings of one address, and its stored spelling. */
const ODD: readonly (readonly [string, string])[] = [
  [' Odd.One@Example.TEST ', 'odd.one@example.test'],
  ['\u00a0\ufeffodd.two@example.test\u2003', 'odd.two@example.test'],
  ["o'dd+tag/x=y!#$&*?^_`{|}~-@example.test", "o'dd+tag/x=y!#$&*?^_`{|}~-@example.test"],
  ['=?utf-8?q?victim=40example.test?=@example.test', '=?utf-8?q?victim=40example.test?=@example.test'],
  ['victim%example.test@relay.example.test', 'victim%example.test@relay.example.test'],
  ['example.test!victim@relay.example.test', 'example.test!victim@relay.example.test'],
  ['odd@a-b.c-d.example.test', 'odd@a-b.c-d.example.test'],
  ['-odd@example.test', '-odd@example.test'],
  ['--help@example.test', '--help@example.test'],
  ['|id|@example.test', '|id|@example.test'],
  [`${'o'.repeat(64)}@example.test`, `${'o'.repeat(64)}@example.test`],
  ['\u212aelvin@example.test', 'kelvin@example.test'],
]

// proves: threat-mail-recipient
describe('an odd address that is one gets one mail: the envelope, the stored address and the header are the same bytes', () => {
  test.each(ODD)('%j', async (email, stored) => {
    expect((await post('register', { email, full_name: 'Ana' })).status).toBe(202)
    const mail = await target.mailServer.mailTo(stored, /./)
    expect(mail.recipients).toEqual([stored])
    const [row] = await target.identity.db.query<{
      email: string
    }>`select email from mailed_links where email = ${stored}`
    expect(row?.email).toBe(mail.recipients[0])
    const to = mail.headerLines.filter(({ key }) => ['to', 'cc', 'bcc'].includes(key)).map(({ line }) => line)
    expect(to).toHaveLength(1)
    expect(to[0]?.replace(/^to:\s*|[<>\s]/gi, '')).toBe(stored)
  })

  // proves: threat-mail-recipient
  test('recovery writes to the address of the account, never to the one that was typed', async () => {
    const { email } = await addCitizen(target.identity.service, { email: 'kate.smith@example.test' })
    for (const [index, typed] of [
      email,
      ' KATE.Smith@EXAMPLE.test',
      '\u212aate.Smith@example.test',
    ].entries()) {
      expect((await post('recover', { email: typed })).status).toBe(202)
      expect((await target.mailServer.mailTo(email, /./, index + 1)).recipients).toEqual([email])
    }
    for (const other of [
      'kate.smith+x@example.test',
      'katesmith@example.test',
      'kate.smith@example.test.evil.test',
    ])
      expect((await post('recover', { email: other })).status).toBe(202)
    await untilSent()
    const recipients = new Set(target.mailServer.mails.flatMap((mail) => mail.recipients))
    expect([...recipients].filter((to) => /kate/.test(to))).toEqual([email])
  })

  test('every mail of this file had one recipient', async () => {
    await untilSent()
    expect(target.mailServer.mails.filter(({ recipients }) => recipients.length !== 1)).toEqual([])
  })
})

// proves: threat-injected-text
describe('a name reaches no header, no second line and no markup of a mail', () => {
  const NAMES: readonly string[] = [
    `Ana\r\nBcc: ${VICTIM}`,
    `Ana\nBcc: ${VICTIM}`,
    `Ana\r\n\r\nThe body begins here`,
    'Ana\u2028Line',
    'Ana\u0085Line',
    'Ana\u0000',
    'Ana\u001b[31m',
    'Ana\u202emoc.live',
    'Ana\u2066x\u2069',
    'Ana\ud800',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><a href="https://evil.example.test">click</a>',
    "' onmouseover='x",
    '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}',
    'Visit https://evil.example.test now',
    'evil.example.test',
    'javascript:alert(1)',
    '=?utf-8?q?=0aBcc:_victim?=',
    '=cmd|/C calc!A0',
    '.\r\nQUIT',
    '--boundary--',
  ]
  test.each(NAMES)('%j', async (name) => {
    const email = `named.${(people += 1)}@example.test`
    const { status } = await post('register', { email, full_name: name })
    expect([202, 400]).toContain(status)
    if (/[\p{Cc}\p{Cs}\u2028\u202a-\u202e\u2066-\u2069]/u.test(name)) expect(status).toBe(400)
    if (status === 400) return
    const mail = await target.mailServer.mailTo(email, /./)
    expect(mail.recipients).toEqual([email])
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
    expect(mail.headerLines.map(({ line }) => line).join('\n')).not.toContain(name)
    const html = mail.html === false ? '' : mail.html
    expect(html).not.toMatch(/<script|<img|<[^>]*\son\w+=|<a href="https:\/\/evil/)
    for (const [, link] of html.matchAll(/href="([^"]*)"/g)) expect(link).toContain(target.identity.baseUrl)
    const words = `${mail.text}${html}`.replaceAll(/https?:\/\/localhost\S*/g, '')
    expect(words).not.toMatch(/\b49\b|https?:\/\/evil/)
  })
})
