import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { MISSING, RECIPES, seeAll, startRecipe, TOOLS } from './stage.ts'

const python = join(TOOLS, 'python/bin/python')
const isMissing = !existsSync(python)

test.skipIf(isMissing)(
  `Authlib signs in, refreshes and introspects${isMissing ? ` (${MISSING})` : ''}`,
  async () => {
    const recipe = await startRecipe(
      { command: python, args: [join(RECIPES, 'authlib/app.py')] },
      { settings: { COOKIE_SECRET: 'a secret of thirty-two characters or more' } },
    )
    await seeAll(recipe).finally(() => recipe.close())
  },
)
