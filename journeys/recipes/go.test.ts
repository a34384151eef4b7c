import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFolder } from '../kit/folder.ts'
import { buildGo, hasGo } from './build-go.ts'
import { MISSING, RECIPES, type Running, seeAll, startRecipe } from './stage.ts'

/** The recipes for Go, which are built from the modules that `npm run recipes` has got. */

const isMissing = !hasGo
const title = (name: string) => (isMissing ? `${name} (${MISSING})` : name)
const folder = openFolder()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startGo(source: string): Promise<Running> {
  return startRecipe({ command: await buildGo(source, folder) })
}

test.skipIf(isMissing)(title('go-oidc signs in, refreshes and introspects'), async () => {
  const recipe = await startGo(join(RECIPES, 'go-oidc'))
  await seeAll(recipe).finally(() => recipe.close())
})

test.skipIf(isMissing)(title('zitadel/oidc signs in, refreshes and introspects'), async () => {
  const recipe = await startGo(join(RECIPES, 'zitadel-oidc'))
  await seeAll(recipe).finally(() => recipe.close())
})

test.skipIf(isMissing)(
  title('zitadel/oidc without the style signs in, and its refresh is refused'),
  async () => {
    const source = join(folder, 'without-style')
    cpSync(join(RECIPES, 'zitadel-oidc'), source, { recursive: true })
    const text = readFileSync(join(source, 'main.go'), 'utf8')
    const without = text
      .replace('rp.WithAuthStyle(oauth2.AuthStyleInHeader),', '')
      .replace(/.*x\/oauth2"\n/, '')
    writeFileSync(join(source, 'main.go'), without)
    const recipe = await startGo(source)
    try {
      expect((await recipe.enter()).body).toContain(recipe.subject)
      expect((await recipe.open('/refresh')).status).toBe(502)
      expect(recipe.output()).toContain('invalid_client Description=Authenticate by HTTP Basic')
      expect(await recipe.check()).toEqual({ active: true })
    } finally {
      await recipe.close()
    }
  },
)
