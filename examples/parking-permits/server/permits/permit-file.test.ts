import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from '../../testing/stage.ts'

let stage: Stage
let ana: string
let granted: string
let waiting: string
beforeAll(async () => {
  stage = await openStage()
  ana = await stage.enter(stage.identity.addCitizen({ email: 'ana@example.test' }))
  granted = await applyFor('AB 123')
  waiting = await applyFor('CD 456')
  await stage.database.pool.query(`update permits set status = 'granted', decided_at = $2 where id = $1`, [
    granted,
    stage.clock.now(),
  ])
})
afterAll(() => stage.close())

async function applyFor(plate: string): Promise<string> {
  const { body } = await stage.post('/api/v1/permits/', { plate, zone: 'harbour' }, ana)
  return String(body['permit_id'])
}
const fileOf = (id: string) => `/api/v1/permits/${id}/file/`
const ticketFor = async (address: string, bearer = ana) => {
  const { body, status } = await stage.post('/api/v1/sso/ticket/', { address }, bearer)
  expect(status).toBe(200)
  return `${stage.url}${address}?sso_ticket=${body['sso_ticket']}`
}

test('a link with a ticket downloads the permit, once', async () => {
  const url = await ticketFor(fileOf(granted))
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url)))
  const [file, another] = answers.filter(({ status }) => status === 200)
  expect(another).toBeUndefined()
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
  expect(file?.headers.get('content-disposition')).toBe('attachment; filename="permit-AB-123.txt"')
  expect(file?.headers.get('cache-control')).toBe('no-store')
  expect(file?.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await file?.text()).toContain('Number plate: AB 123\nZone: Harbour')
})

test('the file is in the language of the page', async () => {
  const cookie = 'permits_language=de'
  const file = await fetch(await ticketFor(fileOf(granted)), { headers: { cookie } })
  expect(await file.text()).toContain('Kennzeichen: AB 123\nZone: Hafen\nBewilligt: ')
})

test('the bearer opens the file, too', async () => {
  const file = await fetch(stage.url + fileOf(granted), { headers: { authorization: `Bearer ${ana}` } })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
})

describe('no file comes for', () => {
  test.each([
    ['nobody', () => stage.url + fileOf(granted), 401],
    ['a made-up ticket', () => `${stage.url}${fileOf(granted)}?sso_ticket=ppt_${'A'.repeat(43)}`, 401],
    ['the access token in the address', () => `${stage.url}${fileOf(granted)}?sso_ticket=${ana}`, 401],
    ['an application that waits', () => ticketFor(fileOf(waiting)), 404],
    ['a permit that is not there', () => ticketFor(fileOf(crypto.randomUUID())), 404],
    ['what is no id', () => ticketFor(fileOf('0')), 404],
    [
      'a ticket for another file',
      async () => (await ticketFor(fileOf(waiting))).replace(waiting, granted),
      401,
    ],
    [
      'a ticket with more in its query',
      async () => (await ticketFor(fileOf(granted))).replace('?', '?a=1&'),
      401,
    ],
    [
      'the permit of somebody else',
      async () => {
        const ben = stage.identity.addCitizen({ email: `ben-${crypto.randomUUID()}@example.test` })
        return ticketFor(fileOf(granted), await stage.enter(ben))
      },
      404,
    ],
    [
      'a ticket of a citizen who has signed out',
      async () => {
        const other = await stage.enter(stage.identity.addCitizen({ email: 'out@example.test' }))
        const url = await ticketFor(fileOf(granted), other)
        await stage.post('/api/v1/sso/logout/', {}, other)
        return url
      },
      401,
    ],
    [
      'a ticket after half a minute',
      async () => {
        const url = await ticketFor(fileOf(granted))
        await stage.clock.advance(31_000)
        return url
      },
      401,
    ],
  ])('%s', async (_who, address, status) => {
    const answer = await fetch(await address())
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.text()).not.toContain('AB 123')
  })
})
