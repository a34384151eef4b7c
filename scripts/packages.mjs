// Installs the packages of a package-lock.json if they are missing.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withLock } from './lock.mjs'
import { npmTrouble, tryNpm } from './npm.mjs'
import { say, secondsSince } from './say.mjs'

/** No package runs an install script, because none of ours needs one. */
const OPTIONS = ['--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Runs `npm ci` in a folder unless its node_modules matches its lockfile. Two launches at the same time install once.
 *
 * @param {{ root: string, env: Record<string, string | undefined>, tools: boolean }} wanted `tools`: also what checks, tests and builds
 */
export async function ensurePackages({ root, env, tools }) {
  if (isCurrent(root, tools)) return
  await withLock(join(root, '.runtime', 'install.lock'), 'installing packages', async () => {
    if (!isCurrent(root, tools)) await install(root, env, tools || hadTools(root))
  })
}

async function install(root, env, tools) {
  say(
    `installing the packages of ${basename(root)} (${tools ? 'about' : 'less than'} a minute the first time)`,
  )
  const start = performance.now()
  const options = [...OPTIONS, tools ? '--include=dev' : '--omit=dev']
  let result = await tryNpm(['ci', ...options], { root, env })
  if (result.code !== 0 && lacksOnlyOptional(root, result.output)) {
    result = await tryNpm(['install', '--no-save', ...options], { root, env })
  }
  if (result.code !== 0) throw npmTrouble(result, 'Could not install the packages.')
  writeFileSync(stampFile(root), stamp(root, tools))
  say(`packages installed in ${secondsSince(start)}`)
}

/**
 * A lockfile may lack packages for other systems, if the registry did not have them. Then `npm ci` fails. `npm install`
 * accepts such a lockfile, and installs everything that it names.
 */
function lacksOnlyOptional(root, output) {
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!) (Missing|Invalid): /.test(line))
  const entries = Object.values(readJson(join(root, 'package-lock.json')).packages)
  const optional = new Set(entries.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})))
  const missing = lines.map((line) => /Missing: (@?[^@]+)@\S* from lock file/.exec(line)?.[1])
  return lines.length > 0 && missing.every((name) => optional.has(name))
}

/** Whether our own stamp exists, or somebody ran npm by hand and everything that is wanted of the lockfile is installed. */
function isCurrent(root, tools) {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const ours = readText(stampFile(root))
  if (ours === stamp(root, true) || (!tools && ours === stamp(root, false))) return true
  return holds(installed.packages, readJson(join(root, 'package-lock.json')).packages, tools)
}

const stampFile = (root) => join(root, 'node_modules', '.portico-lock')

/** The last word says whether the tools are installed, too. */
function stamp(root, tools) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${process.platform} ${process.arch} ${hash} ${tools ? WITH_TOOLS : 'running'}\n`
}

const WITH_TOOLS = 'tools'

/** Whoever has worked here keeps the tools when the lockfile changes. Without a stamp, somebody else has installed everything. */
function hadTools(root) {
  const ours = readText(stampFile(root))
  if (ours === undefined) return existsSync(join(root, 'node_modules', '.package-lock.json'))
  return ours.endsWith(` ${WITH_TOOLS}\n`)
}

function holds(installed, wanted, tools) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && isForHere(entry))
    .filter(([, { dev }]) => tools || !dev)
    .every(([path, entry]) => isSame(installed[path], entry))
}

/** Packages for other systems are not installed; nor are optional ones that name no system. */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true
  return !libc && Boolean(os?.includes(process.platform)) && Boolean(cpu?.includes(process.arch))
}

function isSame(have, want) {
  return (
    have !== undefined &&
    have.version === want.version &&
    have.integrity === want.integrity &&
    have.link === want.link
  )
}

function readJson(path) {
  const text = readText(path)
  return text === undefined ? undefined : JSON.parse(text)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
