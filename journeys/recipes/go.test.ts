import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFolder } from '../../lab/kit/folder.ts'
import { findTool, runTool } from '../deploy/tools.ts'
import { MISSING, RECIPES, type Running, seeAll, startRecipe, TOOLS } from './stage.ts'

/** The recipes for Go, which are built from the modules that `npm run recipes` has got. */

const go = findTool('go') ?? ''
const modules = join(TOOLS, 'go-modules')
const isMissing = go === '' || !existsSync(modules)
const title = (name: string) => (isMissing ? `${name} (${MISSING})` : name)
const folder = openFolder()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startGo(source: string): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env
  const command = join(folder, 'program')
  const flags = { GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local', GOPROXY: 'off', CGO_ENABLED: '0' }
  const env = { PATH, HOME, ...flags, GOMODCACHE: modules }
  const { code, err } = await runTool(go, ['build', '-o', command], { cwd: source, env })
  expect([code, err]).toEqual([0, ''])
  return startRecipe({ command })
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
