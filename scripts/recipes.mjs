// `npm run recipes`: installs the libraries of docs/integrate/recipes, then runs the tests of the recipes.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes.mjs'
import { say, secondsSince } from './say.mjs'
import { test } from './test.mjs'

/** What each recipe needs. A step that fails is said, and its tests are skipped. */
const STEPS = [
  {
    what: 'the libraries for Node, with npm, in docs/integrate/recipes/node_modules',
    command: 'npm',
    args: ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'],
    folder: 'docs/integrate/recipes',
  },
  {
    what: 'the libraries for Python, with pip, in .runtime/recipes/python',
    command: 'python3',
    args: ['-m', 'venv', '.runtime/recipes/python'],
  },
  {
    what: 'what authlib/requirements.txt and further-clients/requirements.txt list',
    command: '.runtime/recipes/python/bin/python',
    args: [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
      ...['-r', 'docs/integrate/recipes/authlib/requirements.txt'],
      ...['-r', 'docs/integrate/recipes/further-clients/requirements.txt'],
    ],
  },
  ...['go-oidc', 'zitadel-oidc'].map((name) => ({
    what: `the modules of ${name}, with go, in .runtime/recipes/go-modules`,
    command: 'go',
    args: ['mod', 'download'],
    folder: `docs/integrate/recipes/${name}`,
    environment: { GOTOOLCHAIN: 'local', GOFLAGS: '-modcacherw' },
  })),
  {
    what: 'the libraries for Java, with mvn, in .runtime/recipes/maven, and building docs/integrate/recipes/spring-security/target',
    command: 'mvn',
    args: ['-B', '-q', '-Dmaven.repo.local=../../../../.runtime/recipes/maven', 'clean', 'package'],
    folder: 'docs/integrate/recipes/spring-security',
  },
  {
    what: 'apache2-bin and libapache2-mod-auth-openidc, with apt-get, on this system',
    isThere: () => existsSync('/usr/lib/apache2/modules/mod_auth_openidc.so'),
    command: 'apt-get',
    args: ['install', '-y', '-qq', '--no-install-recommends', 'apache2-bin', 'libapache2-mod-auth-openidc'],
    // RUNLEVEL=1 (single user) prevents that the package starts a service.
    environment: { RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' },
  },
]

export async function recipes(root, runtime) {
  const places = { GOMODCACHE: join(root, '.runtime/recipes/go-modules') }
  mkdirSync(join(root, '.runtime/recipes'), { recursive: true })
  for (const step of STEPS) await install(root, step, places)
  return test(root, runtime, 'all', ['journeys/recipes'])
}

async function install(root, { what, isThere, command, args, folder = '.', environment }, places) {
  if (isThere?.()) return
  const start = performance.now()
  say(`installing ${what}`)
  const env = { ...process.env, ...places, ...environment }
  const file = command.includes('/') ? join(root, command) : command
  const ended = await run(file, args, { cwd: join(root, folder), env }).catch((error) => ({
    code: error.code,
  }))
  say(
    ended.code === 0
      ? `installed in ${secondsSince(start)}`
      : `${command} failed (${ended.code}): see above. The tests that need it are skipped.`,
  )
}
