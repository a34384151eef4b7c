import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../../packages/identity/testing/people.ts'
import type { Visited } from '../../packages/identity/testing/test-browser.ts'
import { openFolder } from '../kit/folder.ts'
import { CLIENTS, FURTHER, type FurtherClient } from './further-clients.ts'
import { MISSING, NAME, RECIPES, type Running, signIn, startRecipe } from './stage.ts'

/** The settings of the further clients, each with the real identity service. */

const SECRET = 'a secret of thirty-two characters or more'
const folder = openFolder()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function withClient(
  { program, callback }: FurtherClient,
  recipe: string,
  look: (running: Running) => Promise<void>,
): Promise<void> {
  const settings = { RECIPE: recipe, COOKIE_SECRET: SECRET, AUTH_SECRET: SECRET }
  const running = await startRecipe(program, { callback, settings })
  await look(running).finally(() => running.close())
}

/** The settings without a line. */
function without({ file, line }: { file: string; line: string }): string {
  const copy = join(folder, 'copy')
  rmSync(copy, { recursive: true, force: true })
  cpSync(FURTHER, copy, { recursive: true })
  rmSync(join(folder, 'node_modules'), { force: true })
  symlinkSync(join(RECIPES, 'node_modules'), join(folder, 'node_modules'))
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text).toContain(line)
  writeFileSync(join(copy, file), text.replace(line, ''))
  return copy
}

/** Opens the first page, which leads to the identity service: by itself, or by its button. */
async function begin({ open, site }: Running): Promise<Visited> {
  const first = await open('/')
  return first.location ? first : site.submit(first, {}, { button: 'Sign in with Portico' })
}

describe.each(CLIENTS)('$name', (client) => {
  const title = (name: string) => (client.isThere ? name : `${name} (${MISSING})`)

  test.skipIf(!client.isThere)(title('signs in, and refuses the answer of another sign-in'), async () => {
    await withClient(client, FURTHER, async (running) => {
      const begun = await begin(running)
      const asked = new URL(begun.location ?? '').searchParams
      expect([asked.get('response_type'), asked.get('code_challenge_method')]).toEqual(['code', 'S256'])
      expect([asked.get('nonce'), asked.get('state')]).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ])
      const { email } = await addCitizen(running.service, { fullName: 'Bea Nadal' })
      const other = new URL(await signIn(running.service.browser(), begun.location, email))
      other.searchParams.set('state', 'another')
      await running.open(other.href)
      expect((await running.open('/')).body).not.toContain('Hello')
      const home = await running.enter(await begin(running))
      expect(home.body).toBe(`Hello ${NAME}, your subject is ${running.subject}`)
      if (client.refreshes) expect((await running.open('/refresh')).body).toBe('refreshed')
    })
  })

  test.skipIf(!client.isThere).each(client.needed)(
    title('is refused without a line of $file: $says'),
    async (one) => {
      await withClient(client, without(one), async (running) => {
        const { email } = await addCitizen(running.service)
        const back = await signIn(running.service.browser(), (await begin(running)).location, email)
        await running.open(back)
        const { body } = await running.open(one.at === 'refresh' ? '/refresh' : '/')
        expect(body).not.toMatch(/^(Hello|refreshed)/)
        const description = new URL(back).searchParams.get('error_description')
        expect(`${description} ${running.output()}`).toContain(one.says)
      })
    },
  )
})
