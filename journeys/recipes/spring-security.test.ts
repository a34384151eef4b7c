import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTool } from '../deploy/tools.ts'
import { EXPIRED_SECONDS, expectFour, MISSING, NAME, RECIPES, startRecipe } from './stage.ts'

const java = findTool('java') ?? ''
const program = join(RECIPES, 'spring-security/target/program-1.jar')
const isMissing = java === '' || !existsSync(program)
const title = (name: string) => (isMissing ? `${name} (${MISSING})` : name)

test.skipIf(isMissing)(
  title('Spring Security signs in, refreshes, introspects, and ends the session'),
  async () => {
    const command = { command: java, args: ['-Xshare:auto', '-XX:TieredStopAtLevel=1', '-jar', program] }
    const recipe = await startRecipe(command, {
      callback: '/login/oauth2/code/portico',
      settings: { REFRESH_BEFORE_SECONDS: '900' },
    })
    try {
      const begin = await recipe.open('/')
      expectFour(begin.location)
      expect((await recipe.enter(begin)).body).toBe(`Hello ${NAME}, your subject is ${recipe.subject}`)
      recipe.service.clock.advance(EXPIRED_SECONDS)
      expect(await recipe.check()).toEqual({ active: true })
      await recipe.signOut()
      const after = await recipe.open('/check')
      expect(after.location).toContain(`${recipe.service.baseUrl}/o/authorize/`)
    } finally {
      await recipe.close()
    }
  },
)
