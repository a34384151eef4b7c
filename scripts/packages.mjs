// Installs the packages of package-lock.json if they are missing.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { npmTrouble, tryNpm } from './npm.mjs'
import { say, secondsSince } from './say.mjs'

/** No package runs an install script, because none of ours needs one. */
const OPTIONS = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** Runs `npm ci` unless node_modules matches the lockfile. Two launches at the same time install once. */
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

/** Whether our own stamp exists, or somebody ran npm by hand and everything in the lockfile is installed. */
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
