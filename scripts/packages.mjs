// Installs what package-lock.json names, when it is not there yet.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { npmTrouble, tryNpm } from './npm.mjs'
import { say, secondsSince } from './say.mjs'

/** No package runs a script while it is installed: none that we use needs to. */
const OPTIONS = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** Runs `npm ci` unless node_modules holds what the lockfile says. Two launches at once install once. */
export async function ensurePackages(root, env) {
  if (isCurrent(root)) return
  await withLock(join(root, '.runtime', 'install.lock'), 'installing packages', async () => {
    if (!isCurrent(root)) await install(root, env)
  })
}

async function install(root, env) {
  say('installing packages (about a minute the first time)')
  const start = performance.now()
  let result = await tryNpm(['ci', ...OPTIONS], { root, env })
  if (result.code !== 0 && lacksOnlyOptional(root, result.output)) {
    result = await tryNpm(['install', '--no-save', ...OPTIONS], { root, env })
  }
  if (result.code !== 0) throw npmTrouble(result, 'Could not install the packages.')
  writeFileSync(join(root, 'node_modules', '.portico-lock'), stamp(root))
  say(`packages installed in ${secondsSince(start)}`)
}

/**
 * A lockfile made where a registry had no packages for some other systems lacks these, and `npm ci` refuses it for
 * that alone. `npm install` takes it: all that the lockfile names comes as it says.
 */
function lacksOnlyOptional(root, output) {
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!) (Missing|Invalid): /.test(line))
  const entries = Object.values(readJson(join(root, 'package-lock.json')).packages)
  const optional = new Set(entries.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})))
  const missing = lines.map((line) => /Missing: (@?[^@]+)@\S* from lock file/.exec(line)?.[1])
  return lines.length > 0 && missing.every((name) => optional.has(name))
}

/** Either our own stamp is there, or somebody ran npm by hand and all that the lockfile asks for is in place. */
function isCurrent(root) {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const ours = readText(join(root, 'node_modules', '.portico-lock'))
  return ours === stamp(root) || holds(installed.packages, readJson(join(root, 'package-lock.json')).packages)
}

function stamp(root) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${process.platform} ${process.arch} ${hash}\n`
}

function holds(installed, wanted) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && isForHere(entry))
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
