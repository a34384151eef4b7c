import { beforeAll, expect, test } from 'vitest'
import { FIRST_PAGE } from './framework-lines.ts'

/** The first page as a module of its own, as a program imports it. */

interface FirstPage {
  firstPage(citizen: { readonly account: { readonly name: string | null } } | null | undefined): string
  readonly HEADERS: Readonly<Record<string, string>>
}

let page: FirstPage
beforeAll(async () => {
  page = (await import(`data:text/javascript,${encodeURIComponent(FIRST_PAGE)}`)) as FirstPage
})

const SIGN_IN = 'href="/api/v1/sso/login?return_to=/"'
const SIGN_OUT = 'action="/api/v1/sso/logout?return_to=/"'
const shown = (name: string | null) => page.firstPage({ account: { name } })

// proves: program-first-page
test.each([
  '<script>alert(1)</script>',
  '</p></main><img src=x onerror=alert(1)>',
  `" onmouseover='alert(1)'`,
  '&lt;b&gt;',
])('the name %j is text in the page, and no markup', (name) => {
  const escaped = name.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  expect(shown(name)).toBe(shown('Ana').replace('Ana', () => escaped))
})

// proves: program-first-page
test('a citizen finds the way out, and a visitor the way in', () => {
  expect(shown('Ana')).toContain('Hello Ana')
  expect([shown('Ana').includes(SIGN_OUT), shown('Ana').includes(SIGN_IN)]).toEqual([true, false])
  for (const nobody of [null, undefined]) {
    const visitor = page.firstPage(nobody)
    expect([visitor.includes(SIGN_OUT), visitor.includes(SIGN_IN)]).toEqual([false, true])
    expect(visitor).toContain('You are not signed in, or we cannot tell at the moment.')
  }
})

test('a citizen without a name is greeted, too', () => {
  expect(shown(null)).toContain('Hello you')
})

// proves: program-first-page
test('no browser keeps the page of a citizen', () => {
  expect(page.HEADERS['cache-control']).toBe('no-store')
})
