import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { inLanguage, LANGUAGES } from '../platform/languages.ts'
import { OF_ROOMS } from '../rooms.ts'
import { composeLetter } from './compose-letter.ts'
import { everyKind, everyLetter, letterName } from './every-letter.fixture.ts'
import type { Letter } from './letter.ts'
import { toInternetMessage } from './mime.ts'
import { at, link, recoverAddress, sender, signInAddress } from './sample-letter.fixture.ts'

const names = everyLetter('en').map(letterName)
const letterIn = (name: string, language: string) =>
  everyLetter(language).find((letter) => letterName(letter) === name)!

function compose(
  letter: Letter,
  { name = 'Ada Lovelace', address = 'ada@example.org', language = 'en' } = {},
) {
  return composeLetter(sender, {
    messageId: 'm-1',
    addressed: { to: { name, address }, language, letter },
    at,
  })
}
test.each(LANGUAGES)(
  'a code is in the text on a line of its own, and in the HTML without a gap (%s)',
  (language) => {
    const { text, html: markup } = compose(everyKind.registration, { language })
    expect(text).toMatch(/\n012345\n/)
    expect(parse(markup).querySelector('.code')?.text).toBe('012345')
    expect(compose(everyKind.recovery, { language }).html).not.toContain('class="code"')
  },
)

test.each([
  ['en', 'Choose a password:'],
  ['fr', 'Choisir un mot de passe\u00a0:'],
  ['zh-Hans', '设置密码：'],
])('a label stands before its address with the colon of its language (%s)', (language, label) => {
  expect(compose(everyKind.registration, { language }).text).toContain(`\n${label}\nhttps://`)
})

const message = async (letter: Letter, to?: Parameters<typeof compose>[1]) =>
  (await toInternetMessage(compose(letter, to))).toString()
const addressesIn = (text: string) => text.match(/https?:\/\/[^\s"<]+/g) ?? []

/** How each language begins what to do if it was somebody else. */
const IF_NOT_YOU = {
  es: /Si no (?:ha sido usted|ha pedido (?:una|esa) cuenta)/,
  fr: /Si (?:ce n’est pas vous|vous n’avez pas demandé)/,
  de: /Wenn Sie (?:das nicht waren|kein Konto wollten|dieses Konto nicht wollten)/,
  ar: /إذا (?:لم تكن أنت من فعل ذلك|لم تطلب (?:حسابًا|ذلك الحساب|هذا الحساب))/,
  'zh-Hans': /如果(?:不是您本人操作|您没有申请(?:该|这个|那个)?账号)/,
}

describe.each(names)('the letter %s', (name) => {
  // proves: design-9-one-link-per-mail
  test.each(LANGUAGES)('leads to one place only, in text and HTML alike (%s)', (language) => {
    const mail = compose(letterIn(name, language), { language })
    const wanted = name === 'already-registered' ? [signInAddress, recoverAddress] : addressesIn(mail.text)
    expect(wanted).toHaveLength(name === 'already-registered' ? 2 : 1)
    expect(addressesIn(mail.text)).toEqual(wanted)
    expect(wanted).toEqual(addressesIn(compose(letterIn(name, 'en')).text))
    const hrefs = parse(mail.html)
      .querySelectorAll('a')
      .map((anchor) => anchor.getAttribute('href'))
    expect(hrefs).toEqual(wanted)
    expect([...new Set(addressesIn(mail.html))]).toEqual(wanted)
  })
  test.each(LANGUAGES)('has a subject of fixed words (%s)', (language) => {
    const one = compose(letterIn(name, language), { language, name: 'Ada' }).subject
    expect(one).toMatch(/^[\p{L}\p{M}’， -]{5,60}$/u)
    const other = { language, name: 'Bob', address: 'bob@example.com' }
    expect(compose(letterIn(name, language), other).subject).toBe(one)
  })
  // proves: design-8-security-mails
  test('says what to do if it was not you', () => {
    expect(compose(letterIn(name, 'en')).text).toMatch(/If (?:this was not you|you did not ask)/)
    for (const [language, says] of Object.entries(IF_NOT_YOU))
      expect(compose(letterIn(name, language), { language }).text).toMatch(says)
  })
})

test('a letter says its language and its direction, and keeps addresses from left to right', () => {
  const arabic = parse(compose({ kind: 'recovery', link }, { language: 'ar' }).html)
  expect(arabic.querySelector('html')?.attributes).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(arabic.querySelector('main p.fine')?.getAttribute('dir')).toBe('ltr')
  expect(compose({ kind: 'recovery', link }, { language: 'zh-Hans' })).toMatchObject({
    language: 'zh-Hans',
    html: expect.stringContaining('<html lang="zh-Hans" dir="ltr">'),
  })
})

test('no language says when in digits of its own', () => {
  const letter: Letter = { kind: 'new-device', browser: 'Firefox', system: 'Linux', at, recoverAddress }
  for (const language of LANGUAGES) expect(compose(letter, { language }).text).toMatch(/\b2027\b|2027年/)
})

describe('how long a link works is said', () => {
  test('24 hours for a registration, 30 minutes and once for a recovery (contract section 8)', () => {
    expect(compose({ kind: 'registration', link }).text).toContain('24 hours')
    expect(compose({ kind: 'recovery', link }).text).toContain('30 minutes and only once')
  })
})

test('English is spoken where the language is unknown', () => {
  expect(compose({ kind: 'recovery', link }, { language: 'tlh' }).text).toContain('Hello Ada Lovelace,')
})

test('a new device is named with its time', () => {
  const letter: Letter = { kind: 'new-device', browser: 'Firefox', system: 'Linux', at, recoverAddress }
  expect(compose(letter).text).toContain('Firefox, Linux, 15\u00a0January\u00a02027 at\u00a008:00\u00a0UTC')
})

// proves: threat-letter-flood
test('the last letter about new browsers for a while says so, and where they are listed', () => {
  const letter: Letter = { kind: 'new-device', browser: 'Firefox', system: 'Linux', at, recoverAddress }
  const listed = OF_ROOMS.accountLinks.find(({ path }) => path === '/account/activity/')
  for (const language of LANGUAGES) {
    const title = inLanguage(listed!.label, language)
    const said = (isLast: boolean) => compose({ ...letter, isLast }, { language }).text
    expect([language, said(true).includes(title), said(false).includes(title)]).toEqual([
      language,
      true,
      false,
    ])
    expect(compose(letter, { language }).text).toBe(said(false))
  }
})

describe('the Internet message', () => {
  test('carries the fixed headers', async () => {
    const parsed = await simpleParser(await message({ kind: 'registration', link }))
    expect(parsed.messageId).toBe('<m-1@id.example.org>')
    expect(parsed.date?.getTime()).toBe(at * 1000)
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(parsed.from?.text).toBe('"City accounts" <no-reply@example.org>')
    expect(parsed.to).toMatchObject({ value: [{ name: '', address: 'ada@example.org' }] })
    expect(parsed.text).toContain(link.reveal())
    expect(parsed.html).toContain(`href="${link.reveal()}"`)
  })
  test.each([
    "o'hara@example.org",
    'a+b=c{d}|e~`^*/?$%&!#@example.org',
    '=?utf-8?q?x?=@example.org',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example.org`,
  ])('goes to %s and nobody else', async (address) => {
    const source = await message({ kind: 'recovery', link }, { address })
    const unfolded = source.replaceAll(/\r\n[ \t]/g, '')
    expect(/\r\nTo:\s*(\S+)\r\n/.exec(unfolded)?.[1]).toBe(address)
  })
})

describe('what a person typed', () => {
  const names = [
    '<script>alert(1)</script>',
    '<a href="//evil">click</a>',
    'Ada\r\nBcc: victim@example.org',
    'Ada\u202egpj.exe',
    '"Ada" <x>',
    'Ada, Bob',
    '&lt;',
  ]
  test.each(names)('%j is shown as text and gets into no header', async (name) => {
    const source = await message({ kind: 'registration', link }, { name })
    const [head = ''] = source.split('\r\n\r\n')
    const clean = await message({ kind: 'registration', link }, { name: '' })
    const headless = (text: string) => text.replaceAll(/----_NmP[-_\w]+|boundary="[^"]+"/g, '')
    expect(headless(head)).toBe(headless(clean.split('\r\n\r\n')[0] ?? ''))
    const parsed = await simpleParser(source)
    const root = parse(String(parsed.html))
    expect(root.querySelectorAll('script, img, iframe').length).toBe(0)
    const style = (html: unknown) => parse(String(html)).querySelectorAll('style').map(String)
    expect(style(parsed.html)).toEqual(style((await simpleParser(clean)).html))
    expect(root.querySelectorAll('a')).toHaveLength(1)
    expect(parsed.text).not.toMatch(/\u202e|\r\nBcc|^Bcc/m)
  })
  // proves: threat-injected-text
  test('no name makes another recipient, link or element', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 150 }), async (name) => {
        const mail = compose({ kind: 'registration', link }, { name })
        expect(parse(mail.html).querySelectorAll('a')).toHaveLength(1)
        expect(addressesIn(mail.text)).toEqual([link.reveal()])
        expect(mail.to).toBe('ada@example.org')
      }),
    )
  })
})

describe('the letters of a deployment', () => {
  const colours = {
    light: { accent: '#7a1f5c', onAccent: '#ffffff' },
    dark: { accent: '#f0a6d8', onAccent: '#2a0a20' },
  }
  const links = { help: 'https://anytown.example/help', privacy: 'https://anytown.example/privacy' }
  const to = { name: 'Ada', address: 'ada@example.org' }
  const branded = (language: string) =>
    composeLetter(
      { ...sender, brand: { colours, links } },
      { messageId: 'm-1', addressed: { to, language, letter: everyKind.registration }, at },
    )
  test.each([
    ['en', ['Help', 'Privacy']],
    ['de', ['Hilfe', 'Datenschutz']],
  ])(
    'have its colours and the links that it sets, after the one link of the letter (%s)',
    (language, labels) => {
      const { html: markup, text } = branded(language)
      const page = parse(markup)
      const anchors = page.querySelectorAll('footer a')
      expect(anchors.map((anchor) => [anchor.text, anchor.getAttribute('href')])).toEqual([
        [labels[0], links.help],
        [labels[1], links.privacy],
      ])
      expect(page.querySelectorAll('main a').map((anchor) => anchor.getAttribute('href'))).toEqual([
        link.reveal(),
      ])
      expect(page.querySelector('main a')?.getAttribute('style')).toContain(
        'background:#7a1f5c;color:#ffffff',
      )
      expect(page.querySelector('style')?.text).toContain(
        'background:#f0a6d8!important;color:#2a0a20!important',
      )
      expect(addressesIn(text)).toEqual([link.reveal(), links.help, links.privacy])
    },
  )
  test('have one heading, a main part and a foot, as those without a brand', () => {
    for (const mail of [branded('en').html, compose(everyKind.recovery).html]) {
      const page = parse(mail)
      expect(['h1', 'main', 'footer'].map((name) => page.querySelectorAll(name).length)).toEqual([1, 1, 1])
    }
    expect(parse(compose(everyKind.recovery).html).querySelectorAll('footer a')).toHaveLength(0)
  })
})
