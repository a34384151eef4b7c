// Programs that the tests need and npm does not install: a Chromium and a Redis server, and for the tests of the world more.
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { capture } from './processes.mjs'
import { say, secondsSince, Trouble } from './say.mjs'

const CHROMIUM = {
  title: 'Chromium',
  variables: ['PORTICO_CHROMIUM', 'CHROMIUM_PATH'],
  // The headless shell is the same browser without its window, and takes half the time.
  names: [
    'chromium-headless-shell',
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  places: [
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  debian: 'chromium-headless-shell',
  mac: 'brew install --cask chromium',
}

const REDIS = {
  title: 'a Redis server',
  variables: ['PORTICO_REDIS_SERVER'],
  names: ['redis-server', 'valkey-server'],
  places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
  debian: 'redis-server',
  mac: 'brew install redis',
}

/** What Debian has of the programs that people put in front of Portico or beside it. Tests without one are skipped, and say so. */
const OF_THE_WORLD = [
  { title: 'nginx', name: 'nginx', debian: 'nginx-light' },
  { title: 'HAProxy', name: 'haproxy', debian: 'haproxy' },
  { title: 'MariaDB', name: 'mariadbd', debian: 'mariadb-server' },
  { title: 'PHP', name: 'php', debian: 'php-cli' },
  { title: 'SoftHSM', name: 'softhsm2-util', debian: 'softhsm2' },
  { title: 'zsh', name: 'zsh', debian: 'zsh' },
  { title: 'fish', name: 'fish', debian: 'fish' },
]

/** Installs those that are missing, where this process may. Their programs are in `sbin`, too. */
export async function installWorldPrograms(env) {
  const isThere = ({ name }) => [...onPath(env, [name]), `/usr/sbin/${name}`].some(isExecutable)
  const missing = OF_THE_WORLD.filter((program) => !isThere(program))
  if (missing.length > 0 && aptOf(env)) await install(missing, env)
}

/** Finds Chromium and redis-server, installs them if they are missing and this is allowed, and returns their paths. */
export async function findSystemPrograms(env) {
  const [chromium, redis] = [await find(CHROMIUM, env), await find(REDIS, env)]
  const missing = [chromium ? [] : CHROMIUM, redis ? [] : REDIS].flat()
  if (missing.length > 0) await install(missing, env)
  return {
    PORTICO_CHROMIUM: chromium ?? (await findInstalled(CHROMIUM, env)),
    PORTICO_REDIS_SERVER: redis ?? (await findInstalled(REDIS, env)),
  }
}

async function find(program, env) {
  const named = program.variables.map((variable) => env[variable]).filter(Boolean)
  for (const path of [...named, ...onPath(env, program.names), ...program.places]) {
    if (isExecutable(path) && (await works(path))) return path
  }
  return undefined
}

/** Ubuntu's chromium-browser is a script that only prints "install the snap", so this checks the version. */
async function works(path) {
  return (await capture(path, ['--version'])).code === 0
}

async function findInstalled(program, env) {
  const path = await find(program, env)
  if (path) return path
  throw new Trouble(
    `apt-get installed ${program.debian}, but the program does not work: ${instruction([program])}`,
  )
}

async function install(programs, env) {
  const packages = programs.map(({ debian }) => debian)
  const apt = aptOf(env)
  if (!apt) {
    throw new Trouble(
      `The tests need ${programs.map(({ title }) => title).join(' and ')}, which this system does not have: ${instruction(programs)}`,
    )
  }
  say(
    `installing ${packages.join(' and ')} with apt-get, because the tests need ${packages.length > 1 ? 'them' : 'it'}`,
  )
  const start = performance.now()
  await aptGet(apt, ['update'], { packages, env })
  await aptGet(apt, ['install', '-y', '--no-install-recommends', ...packages], { packages, env })
  say(`installed ${packages.join(' and ')} in ${secondsSince(start)}`)
}

/** Debian's installer, where this process may use it. */
function aptOf(env) {
  return process.getuid?.() === 0 ? onPath(env, ['apt-get']).find(isExecutable) : undefined
}

/** Where programs of these names would be. */
function onPath(env, names) {
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** RUNLEVEL=1 (single user) prevents that Debian's packages start a service. */
async function aptGet(apt, args, { packages, env }) {
  const quiet = { ...env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
  const result = await capture(apt, ['-o', 'DPkg::Lock::Timeout=120', ...args], { env: quiet })
  if (result.code === 0 || args[0] === 'update') return
  throw new Trouble(
    `apt-get could not install ${packages.join(' and ')}; see the lines above. Install by hand and run the tests again.`,
    result.output,
  )
}

function instruction(programs) {
  const packages = programs.map(({ debian }) => debian).join(' ')
  const variables = programs.map(({ variables: [first] }) => first).join(' and ')
  const commands =
    process.platform === 'darwin'
      ? programs.map(({ mac }) => mac).join('; ')
      : `sudo apt-get install -y ${packages}`
  return `install with "${commands}", or set ${variables} to the path of one that is there, then run the tests again.`
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
