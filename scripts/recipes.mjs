// `npm run recipes`: installs the libraries of docs/integrate/recipes, then runs the tests of the recipes.
import { join } from 'node:path'
import { run } from './processes.mjs'
import { say, secondsSince } from './say.mjs'
import { test } from './test.mjs'

/** What each recipe needs. A step that fails is said, and its tests are skipped. */
const STEPS = [
  {
    what: 'the libraries for Node, with npm, in docs/integrate/recipes/node_modules',
    command: 'npm',
    args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    folder: 'docs/integrate/recipes',
  },
]

export async function recipes(root, runtime) {
  for (const step of STEPS) await install(root, step)
  return test(root, runtime, ['journeys/recipes'])
}

async function install(root, { what, command, args, folder }) {
  const start = performance.now()
  say(`installing ${what}`)
  const ended = await run(command, args, { cwd: join(root, folder), env: process.env }).catch((error) => ({
    code: error.code,
  }))
  say(
    ended.code === 0
      ? `installed in ${secondsSince(start)}`
      : `${command} failed (${ended.code}): see above. The tests that need it are skipped.`,
  )
}
