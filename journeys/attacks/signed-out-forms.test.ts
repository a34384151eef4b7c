import { parse } from 'node-html-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import type { Visited } from '../../packages/identity/testing/test-browser.ts'
import { CitizensAtForms } from './citizens-at-forms.ts'
import { EVERY_FORM } from './every-form.ts'
import { type InnerStage, openInnerStage } from './inner-stage.ts'

const COOKIE = 'portico_kept'
/** Never kept: somebody else could leave one there. */
const ADDRESS = 'email'
const SECRETS = /password|code|token|setup|shown|ceremony|answer|credential/
let stage: InnerStage
let people: CitizensAtForms

beforeAll(async () => {
  stage = await openInnerStage()
  people = await CitizensAtForms.open(stage)
})
afterAll(() => stage?.close())

const formTo = ({ body }: Visited, path: string) =>
  parse(body)
    .querySelectorAll('form')
    .find((form) => form.getAttribute('action') === path)

/** What a citizen types as text: everything that can be seen, except passwords and codes. */
function textFields(page: Visited, path: string): readonly string[] {
  const inputs =
    formTo(page, path)?.querySelectorAll('input[type=text], input[type=email], input[type=tel]') ?? []
  return inputs
    .filter(
      (input) => !input.hasAttribute('hidden') && input.getAttribute('autocomplete') !== 'one-time-code',
    )
    .map((input) => input.getAttribute('name') ?? '')
    .filter((name) => name !== ADDRESS)
}

function valuesIn(page: Visited, path: string): Readonly<Record<string, string>> {
  const inputs = formTo(page, path)?.querySelectorAll('input') ?? []
  return Object.fromEntries(
    inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  )
}

const ofCitizens = () =>
  stage.service.service.routes.filter(({ method, asks }) => method === 'POST' && asks !== 'nothing')

// proves: design-8-nothing-typed-is-lost
test('a form of every kind that has text comes back after the next sign-in, with its text and without its secrets or an address', async () => {
  const kept: string[] = []
  for (const { path } of ofCitizens()) {
    const { browser, citizen, form } = (await EVERY_FORM[path]?.(people)) ?? expect.unreachable(path)
    const page = await browser.get(form.page)
    const names = textFields(page, path)
    const typed = Object.fromEntries(names.map((name) => [name, `Typed ${name}`]))
    const { db, keyring, clock } = stage.service.foundation
    const { citizenId } = citizen
    await db.query`update sessions set ended_at = to_timestamp(${clock.now()}) where citizen_id = ${citizenId}`
    const fields = { ...valuesIn(page, path), ...form.fields, ...typed }
    const answer = await browser.post(path, fields, { follow: false })
    expect([path, answer.status, answer.location]).toEqual([path, 303, `${stage.service.baseUrl}/login/`])
    expect([path, browser.cookies.has(COOKIE)]).toEqual([path, names.length > 0])
    if (names.length === 0) continue
    const sealed = Buffer.from(browser.cookies.get(COOKIE) ?? '', 'base64url')
    const context = `${COOKIE} ${citizenId} ${browser.cookies.get('portico_browser')}`
    const text = keyring.unseal(sealed, context).toString()
    const secrets = Object.entries(fields).filter(([name, value]) => SECRETS.test(name) && value.length > 3)
    expect([path, secrets.filter(([, value]) => text.includes(value))]).toEqual([path, []])
    expect(text).not.toContain(TEST_PASSWORD)
    // The same session once more, in place of a sign-in of each kind.
    await db.query`update sessions set ended_at = null where citizen_id = ${citizenId}`
    const again = valuesIn(await browser.get(form.page), path)
    expect([path, Object.fromEntries(names.map((name) => [name, again[name]]))]).toEqual([path, typed])
    kept.push(...names.map((name) => `${path} ${name}`))
  }
  expect(kept.length).toBeGreaterThanOrEqual(5)
})
