import { execFileSync, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { textIn } from '../platform/languages.ts'
import { GOOD, GOOD_SVG, writeBrand } from './brand.fixture.ts'
import { contrast } from './contrast.ts'
import { readBrandFile } from './read-brand.ts'
import { svgFault } from './read-logo.ts'

const faultsOf = (path: string) => {
  const read = readBrandFile(path)
  return read.ok ? [] : read.refusal
}
const { light, dark } = GOOD.colours

test('a good file is read, with its logo', () => {
  const read = readBrandFile(writeBrand(GOOD))
  expect(
    read.ok && [read.value.name, read.value.logo?.contentType, read.value.colours, read.value.links],
  ).toEqual([...[GOOD.name, 'image/svg+xml', GOOD.colours, GOOD.links]])
  expect(readBrandFile(writeBrand({}))).toEqual({ ok: true, value: { links: {} } })
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)])
  expect(faultsOf(writeBrand({ logo: 'logo.png' }, png, 'logo.png'))).toEqual([])
})

test.each([
  ['𠮷'.repeat(60), '𠮷'.repeat(60)],
  ['\u202bهویت\u200cها\u202c', 'هویت\u200cها'],
])('the name %j is read', (name, read) => {
  expect(readBrandFile(writeBrand({ name }))).toEqual({ ok: true, value: { links: {}, name: read } })
})

test('name, links and contact are read for each language', () => {
  const given = {
    name: { en: 'Anytown accounts', de: 'Konten der Stadt' },
    links: {
      help: { en: 'https://a.example/en', ar: 'https://a.example/ar' },
      privacy: 'https://a.example/p',
    },
    contact: {
      phone: '+44 20 7946 0000',
      email: { de: 'hilfe@a.example' },
      hours: { en: '9 to 5', de: '9 bis 17' },
    },
  }
  expect(readBrandFile(writeBrand(given))).toEqual({ ok: true, value: given })
})

test.each([
  ['Anytown', 'de', 'Anytown'],
  [{ en: 'Help', de: 'Hilfe' }, 'de', 'Hilfe'],
  [{ en: 'Help', de: 'Hilfe' }, 'ar', 'Help'],
  [{ de: 'Hilfe', ar: 'مساعدة' }, 'zh-Hans', 'Hilfe'],
  [{ en: 'Help' }, '__proto__', 'Help'],
  [{ en: 'Help' }, 'constructor', 'Help'],
])('of %j, a reader of %s gets %s', (text, language, said) => {
  expect(textIn(text, language)).toBe(said)
})

test('contrast is that of WCAG 2.2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
})

// proves: threat-brand-file
test.each([
  ['not JSON', '{"name":', /^it is not JSON/],
  ['a list', '[]', /^it is not one JSON object/],
  ['null', 'null', /^it is not one JSON object/],
  ['a file that is too large', ' '.repeat(20_000), /at most 16384 bytes/],
  ['a name that it does not know', { colors: {} }, /^the file has no "colors": it knows name, logo/],
  ['the prototype', '{"__proto__":{"name":"x"}}', /^the file has no "__proto__"/],
  ['an empty name', { name: ' ' }, /^name is not a text/],
  ['a long name', { name: 'x'.repeat(61) }, /^name is not a text/],
  ['a long name of two units a character', { name: '𠮷'.repeat(61) }, /^name is not a text/],
  ['a name with a joiner that its script does not need', { name: 'a\u200db' }, /^name is not a text/],
  ['a name that turns text around', { name: 'a\u202eb' }, /^name is not a text/],
  ['a name with a line break', { name: 'a\nBcc: x' }, /^name is not a text/],
  ['a script as a link', { links: { help: 'javascript:alert(1)' } }, /^links.help is not an address/],
  ['a link without TLS', { links: { help: 'http://a.example/' } }, /^links.help is not an address/],
  ['a link with a password', { links: { help: 'https://u:p@a.example/' } }, /^links.help is not an address/],
  ['a link of another name', { links: { imprint: 'https://a.example/' } }, /^links has no "imprint"/],
  [
    'a link in a language nobody has',
    { links: { help: { xx: 'https://a.example/' } } },
    /^links.help has no "xx": it knows en, es/,
  ],
  [
    'a bad link in one language',
    { links: { help: { de: 'http://a.example/' } } },
    /^links.help.de is not an address/,
  ],
  ['a link in no language', { links: { help: {} } }, /^links.help has no language/],
  ['a link of many addresses', { links: { help: ['https://a.example/'] } }, /^links.help is not an address/],
  ['a bad name in one language', { name: { en: 'Anytown', de: 'a\nb' } }, /^name.de is not a text/],
  ['a language by the prototype', '{"name":{"__proto__":"x"}}', /^name has no "__proto__"/],
  ['a contact that is a text', { contact: 'call us' }, /^contact is not an object/],
  ['a contact of another kind', { contact: { fax: '1' } }, /^contact has no "fax"/],
  ['a number with letters', { contact: { phone: 'call 112' } }, /^contact.phone is not a number/],
  ['a number that is a command', { contact: { phone: '*#06#' } }, /^contact.phone is not a number/],
  [
    'an address that writes a mail',
    { contact: { email: 'a@b.example?bcc=x@y.example' } },
    /^contact.email is not an email address/,
  ],
  [
    'an address in a language nobody has',
    { contact: { email: { tlh: 'a@b.example' } } },
    /^contact.email has no "tlh"/,
  ],
  ['hours on two lines', { contact: { hours: { de: 'a\nb' } } }, /^contact.hours.de is not a text/],
  ['long hours', { contact: { hours: 'x'.repeat(121) } }, /^contact.hours is not a text/],
  ['a link that is a path', { links: { privacy: '/privacy' } }, /^links.privacy is not an address/],
  ['one palette', { colours: { light } }, /^colours.dark is missing/],
  [
    'a colour by name',
    { colours: { light: { ...light, accent: 'red' }, dark } },
    /^colours.light.accent is not a colour/,
  ],
  [
    'a colour that ends the rule',
    { colours: { light: { ...light, accent: '#0b5563}' }, dark } },
    /is not a colour/,
  ],
  [
    'a pale accent',
    { colours: { light: { ...light, accent: '#d08cb8' }, dark } },
    /cannot be read on #ffffff: the contrast is \d\.\d\d.*darker/,
  ],
  [
    'a dark accent in the dark',
    { colours: { light, dark: { ...dark, accent: '#7a1f5c' } } },
    /cannot be read on #182328.*lighter/,
  ],
  [
    'words that fade on their button',
    { colours: { light: { ...light, onAccent: '#a05585' }, dark } },
    /^colours.light.onAccent #a05585 cannot be read/,
  ],
  ['a logo that is missing', { logo: 'other.svg' }, /cannot be read: check the path/],
  ['a logo that is a folder', { logo: '.' }, /is not a file/],
  ['a logo of another kind', { logo: 'brand.json' }, /must end with .svg or .png/],
  ['a logo that is a number', { logo: 7 }, /^logo is not the path/],
])('%s is refused in words', (_name, content, words) => {
  expect(faultsOf(writeBrand(content))).toEqual(expect.arrayContaining([expect.stringMatching(words)]))
})

test('all faults are told at once', () => {
  const wrong = { name: '', logo: 'other.svg', colours: {}, links: { help: 'x' }, more: 1 }
  expect(faultsOf(writeBrand(wrong))).toHaveLength(6)
  expect(faultsOf('/nowhere/brand.json')).toEqual([expect.stringContaining('cannot be read')])
})

test('a logo that only calls itself one, or is too large, is refused', () => {
  expect(faultsOf(writeBrand({ logo: 'logo.png' }, GOOD_SVG, 'logo.png'))).toEqual([
    expect.stringContaining('not a PNG'),
  ])
  const large = GOOD_SVG + ' '.repeat(17_000)
  expect(faultsOf(writeBrand({ logo: 'logo.svg' }, large))).toEqual([
    expect.stringContaining('at most 16384'),
  ])
  const bytes = Buffer.from([0x3c, 0xff, 0xfe])
  expect(faultsOf(writeBrand({ logo: 'logo.svg' }, bytes))).toEqual([expect.stringContaining('UTF-8')])
})

test('a logo that is a pipe is refused at once, and nothing waits for its other end', () => {
  const path = writeBrand({ logo: 'pipe.svg' })
  execFileSync('mkfifo', [join(dirname(path), 'pipe.svg')])
  // In a process of its own, which can be ended where the service would wait for ever.
  const reading = fileURLToPath(new URL('./read-brand.ts', import.meta.url))
  const script = `import(${JSON.stringify(reading)}).then(({ readBrandFile }) => console.log(readBrandFile(process.argv[1]).refusal[0]))`
  const said = spawnSync(process.execPath, ['-e', script, path], { timeout: 10_000, encoding: 'utf8' })
  expect(said.stdout).toContain('is not a file')
})

// proves: threat-brand-file
describe('an SVG that is more than a drawing is refused', () => {
  const inside = (markup: string) => `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`
  test('a drawing is not', () => {
    expect(svgFault(GOOD_SVG)).toBeUndefined()
    expect(svgFault(inside('<path d="M0 0h1" clip-path="url(#a)"/>'))).toBeUndefined()
  })
  test.each([
    inside('<script>alert(1)</script>'),
    inside('<SCRIPT href="x"/>'),
    inside('< script>alert(1)</ script>'),
    inside('<svg:script>alert(1)</svg:script>'),
    inside('<circle onload="alert(1)"/>'),
    inside('<circle\nONCLICK = "alert(1)"/>'),
    inside('<circle r="1"onload="x"/>'),
    inside('<circle/onload=alert(1)>'),
    inside('<a href="javascript:alert(1)"><path/></a>'),
    inside('<foreignObject><p>x</p></foreignObject>'),
    inside('<image href="https://a.example/x.png"/>'),
    inside('<use href="https://a.example/x.svg#y"/>'),
    inside('<linearGradient xlink:href="https://a.example/x.svg#y"/>'),
    inside('<style>@import "https://a.example/x.css";</style>'),
    inside('<path fill="url(https://a.example/x.svg#y)"/>'),
    inside('<path fill="url( \'https://a.example\')"/>'),
    inside('<path style="fill:u\\72l(https://a.example)"/>'),
    inside('<path fill="&#117;rl(x)"/>'),
    inside('<animate attributeName="href"/>'),
    inside('<set attributeName="onload" to="x"/>'),
    `<!DOCTYPE svg [<!ENTITY x "y">]>${inside('')}`,
    `<?xml-stylesheet href="https://a.example/x.css"?>${inside('')}`,
    inside('<![CDATA[<script>]]>'),
    inside('<!-- -- ><script>alert(1)</script><!-- -->'),
    // In this encoding, browsers see characters of Japanese in place of the marks of the comment, and then the script.
    `<?xml version="1.0" encoding="ISO-2022-JP"?>${inside('\u001b$B<!--\u001b(B<script>alert(1)</script>\u001b$B-->\u001b(B')}`,
    `<?xml version="1.0" encoding="UTF-16"?>${inside('<path/>')}`,
    inside('<title>\u001b$B</title>'),
    inside(`<path style="mask-image:image-set('https://a.example/x.png' 1x)"/>`),
    inside(`<path cursor="IMAGE-SET ('https://a.example/x.png' 1x), auto"/>`),
    inside(`<path style="mask:src('https://a.example/x.png')"/>`),
    inside(`<path style="mask:cross-fade('https://a.example/x.png', red)"/>`),
    '<html><body>x</body></html>',
    'x',
    '',
  ])('%j', (svg) => {
    expect(svgFault(svg)).toEqual(expect.any(String))
  })
})
