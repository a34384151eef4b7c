import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Database } from '../platform/postgres/database.ts'

let service: TestService
let isBroken = false

/** A database behind which something of ours is wrong. */
const between = (db: Database): Database => ({
  ...db,
  layout: () => db.layout(),
  transaction: (work) => db.transaction(work),
  query: async (statement, ...values) => {
    if (isBroken) throw new TypeError('a fault of ours')
    return db.query<never>(statement, ...values)
  },
})

beforeAll(async () => {
  service = await startTestService({ between })
})
afterAll(() => service.close())

// proves: design-8-error-pages
test.each(['/account/', '/account/profile/', '/o/authorize/?client_id=x'])(
  'a fault of ours is a page that leads on, with the number by which its operators find it: %s',
  async (path) => {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service))
    isBroken = true
    const page = await browser.get(path)
    isBroken = false
    expect([page.status, page.html.querySelector('h1')?.text]).toEqual([500, 'Something went wrong'])
    expect(page.html.querySelector('main .actions a')?.getAttribute('href')).toBe('/account/')
    const [number = '', status] = page.html.querySelector('.reference code')?.text.split(' · ') ?? []
    expect(number).toMatch(/^\S{8,}$/)
    expect([status, service.logLines.filter((line) => line.includes(number)).join()]).toEqual([
      '500',
      expect.stringContaining('a fault of ours'),
    ])
    expect(page.body).not.toContain('a fault of ours')
  },
)
