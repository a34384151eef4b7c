// Shared by `npm start` and the `portico` command: installs what is missing, then runs one TypeScript program.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileCache, NODE_ENVIRONMENT, NODE_OPTIONS } from './node-options.mjs'
import { ensurePackages } from './packages.mjs'
import { endingSignal, exit, forwardSignals, leaveLike, run } from './processes.mjs'
import { findRuntime } from './runtime.mjs'
import { sayTrouble, Trouble } from './say.mjs'

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const endWithParent = pathToFileURL(fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url))).href

/**
 * Installs Node and the packages if they are missing. Otherwise this takes a few milliseconds. With `tools` it also installs what
 * checks, tests and builds; whoever only runs something does not need it.
 */
export async function prepare({ tools = false } = {}) {
  const runtime = await findRuntime(root)
  await ensurePackages({ root, env: runtime.env, tools })
  return runtime
}

/** Runs a TypeScript program to its end. It stops when this process ends for any reason. */
export function runTypeScript({ node, env }, file, args) {
  if (!existsSync(file)) {
    throw new Trouble(
      `${file} is missing: your copy of the repository is incomplete; git status shows what differs.`,
    )
  }
  const options = [...NODE_OPTIONS, '--import', endWithParent]
  return run(node, [...options, file, ...args], {
    env: { ...compileCache(root), ...NODE_ENVIRONMENT, PORTICO_LAUNCHED_BY: process.execPath, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

/** Runs `work` and exits with its result. A Trouble is printed as one sentence. A signal is no failure. */
export async function main(work) {
  forwardSignals()
  try {
    leaveLike(await work())
  } catch (error) {
    if (endingSignal()) return leaveLike({ code: null, signal: endingSignal() })
    sayTrouble(error)
    exit(1)
  }
}
