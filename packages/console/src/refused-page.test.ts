import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('support')
})
afterAll(() => stage.close())

const search = async (who: string, language = 'en') => {
  const headers = { 'accept-language': language }
  const { url } = await ida.send(await ida.open('/'), { who })
  const { html } = await ida.open(url, { headers })
  return (html.querySelector('main')?.text ?? '').replace(/\s+/g, ' ')
}

test('the number of a page that refused is answered in the language of the operator, and spends no look', async () => {
  const requestId = 'refused000001'
  await stage.service.database.db.query`
    insert into refused_requests (request_id, at, why, page)
    values (${requestId}, to_timestamp(${stage.service.clock.now()}), 'no-cookie', '/register/')`
  expect(await search(`${requestId} · 403`)).toMatch(
    /A page refused on .* The browser sent none of our cookies.* The log has it as \/register\/, no-cookie\..*Allow cookies for our site/,
  )
  expect(await search(requestId, 'de')).toMatch(
    /Eine Seite hat am .* abgelehnt.*Erlauben Sie Cookies für unsere Website/,
  )
  const looks = await stage.service.database.db.query`
    select 1 from audit_events where name = 'operator-looked' and details ->> 'command' = 'citizen why'`
  expect(looks).toEqual([])
})

test('a number that no page had is looked for in the log', async () => {
  expect(await search('refused000002')).toMatch(
    /try once more in half a minute.*Otherwise no event of the last day has this reference number/,
  )
})
