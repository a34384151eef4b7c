// Runs npm, however it was installed, with the user's settings.
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { capture } from './processes.mjs'
import { Trouble } from './say.mjs'

const LINES_SHOWN = 12

/** Runs npm quietly in the repository and returns its output. A failure is a Trouble that begins with `complaint`. */
export async function npm(args, { root, env, complaint }) {
  const result = await tryNpm(args, { root, env })
  if (result.code === 0) return result.stdout
  throw npmTrouble(result, complaint)
}

/** Runs npm quietly in the repository, and returns its output and its exit code. */
export function tryNpm(args, { root, env }) {
  const { command, prefix } = findNpm(env)
  return capture(command, [...prefix, ...args], { cwd: root, env: withoutNoise(env) })
}

/** The Trouble for a failed npm. */
export function npmTrouble({ output }, complaint) {
  const cause = /can only install packages when .* are in sync/.test(output)
    ? 'package-lock.json does not match the package.json files: run "npm install --package-lock-only" and commit the result.'
    : 'The lines above are what npm said: look at your network, proxy and registry (npm config get registry), then run the same command again.'
  return new Trouble(`${complaint} ${cause}`, shorten(output))
}

/** npm prints all its options when it fails. The first lines and the path of its log are enough. */
function shorten(output) {
  const lines = output.split('\n').filter((line) => !/^npm error\s*$/.test(line))
  const log = lines.filter((line) => line.includes('complete log of this run'))
  return [...lines.slice(0, LINES_SHOWN), ...(lines.length > LINES_SHOWN ? log : [])].join('\n')
}

function findNpm(env) {
  const caller = env.npm_execpath
  if (caller && basename(caller) === 'npm-cli.js' && existsSync(caller))
    return { command: process.execPath, prefix: [caller] }
  const beside = join(process.execPath, '..', '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (existsSync(join(folder, 'npm')) && process.platform !== 'win32')
      return { command: join(folder, 'npm'), prefix: [] }
    const script = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')
    if (existsSync(script)) return { command: process.execPath, prefix: [script] }
  }
  if (existsSync(beside)) return { command: process.execPath, prefix: [beside] }
  throw new Trouble(
    'npm was not found on PATH: install it (Debian: apt-get install npm; otherwise https://nodejs.org), then run the same command again.',
  )
}

/** An outer `npm test --workspace x` must not limit what we install or pack. */
function withoutNoise(env) {
  const {
    npm_config_workspace: _one,
    npm_config_workspaces: _all,
    npm_config_json: _json,
    npm_config_dry_run: _dry,
    ...rest
  } = env
  return rest
}
