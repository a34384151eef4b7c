import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GOOD, GOOD_SVG, writeBrand } from '../../identity/src/brand/brand.fixture.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

const NAMES = { en: 'Anytown accounts', de: 'Konten von Anystadt' }

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  const file = writeBrand({ ...GOOD, name: NAMES, contact: { phone: '+44 20 7946 0000' } })
  stage = await startStage({ PORTICO_BRAND_FILE: file })
  ida = await stage.operator('reader')
})
afterAll(() => stage.close())

const nameOf = ({ html }: Visited) => html.querySelector('.house span')?.text
const logoOf = ({ html }: Visited) => html.querySelector('.house img')?.getAttribute('src') ?? ''

describe('the look of the deployment', () => {
  test.each(['/today/', '/nowhere/', '/sign-in/'])(
    'is that of its pages for citizens, with the mark of the console: %s',
    async (path) => {
      const page = await ida.open(path)
      expect(nameOf(page)).toBe(NAMES.en)
      expect(page.html.querySelector('title')?.text).toContain(NAMES.en)
      expect(page.body).toContain(GOOD.colours.light.accent)
      expect(page.body).toContain(GOOD.colours.dark.accent)
      expect(page.html.querySelector('main .console')?.text).toContain('Citizens do not see these pages')
      expect(page.html.querySelector('style')?.text).toContain('.console{')
      expect(logoOf(page)).not.toBe('')
    },
  )

  test('has its name in the language of the operator', async () => {
    const page = await ida.open('/today/', { headers: { 'accept-language': 'de' } })
    expect(nameOf(page)).toBe(NAMES.de)
  })

  test('has its logo, which the console serves itself and by its own address alone', async () => {
    const path = logoOf(await ida.open('/today/'))
    expect(path).toMatch(/^\/assets\/brand\.[\da-f]{16}\.svg$/)
    const logo = await fetch(`${stage.url}${path}`)
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await logo.text()).toBe(GOOD_SVG)
    expect(logo.headers.get('content-security-policy')).toContain('sandbox')
    expect((await fetch(`${stage.url}/assets/brand.0000000000000000.svg`)).status).toBe(404)
    expect((await fetch(`${stage.url}/logo.svg`)).status).toBe(404)
  })

  test.each(['/today/', '/nowhere/'])('has no link and no contact that is for citizens: %s', async (path) => {
    const page = await ida.open(path)
    for (const hidden of [...Object.values(GOOD.links), '+44 20 7946 0000'])
      expect(page.body).not.toContain(hidden)
  })

  test('keeps the policy of the page: its style is allowed by its hash, and nothing from elsewhere', async () => {
    const { headers } = await ida.open('/today/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/style-src 'sha256-[^']+'/)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("img-src 'self'")
  })
})

test('without a file, the pages are Portico’s own, and there is no logo', async () => {
  const plain = await startStage()
  try {
    const reader = await plain.operator('reader')
    const page = await reader.open('/today/')
    expect([nameOf(page), logoOf(page)]).toEqual(['Portico', ''])
    expect(page.body).not.toContain(GOOD.colours.light.accent)
  } finally {
    await plain.close()
  }
})
