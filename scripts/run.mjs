// The launcher behind `npm start`, `npm test` and every `npm run` command. Runs on Node 18 and later.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { check, leave, toolPath, writePages } from './check.mjs'
import { main, prepare, root, runTypeScript } from './launch.mjs'
import { withLock } from './lock.mjs'
import { ensurePackages } from './packages.mjs'
import { run } from './processes.mjs'
import { recipes } from './recipes.mjs'
import { Trouble } from './say.mjs'
import { test } from './test.mjs'

const [name = '', ...rest] = process.argv.slice(2)
const args = rest[0] === '--' ? rest.slice(1) : rest

const COMMANDS = {
  start: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'start.ts'), args),
  permits: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'permits.ts'), args),
  simulator: (runtime) =>
    runTypeScript(runtime, join(root, 'packages/identity/src/command/portico.ts'), ['dev', ...args]),
  gate: (runtime) => runTypeScript(runtime, join(root, 'packages/gate/src/main.ts'), args),
  test: (runtime) => test(root, runtime, 'test', args),
  'test:world': (runtime) => withLab(runtime, () => test(root, runtime, 'world', args)),
  'test:all': (runtime) => withLab(runtime, () => test(root, runtime, 'all', args)),
  check: async (runtime) =>
    args[0] === '--house'
      ? runTypeScript(runtime, join(root, 'scripts', 'checks', 'score-card.ts'), args.slice(1))
      : leave(await check(root, runtime, args[0] === '--without' ? args.slice(1) : [])),
  bench: (runtime) => inLab(runtime, 'bench'),
  siege: (runtime) => inLab(runtime, 'siege'),
  day: (runtime) => runTypeScript(runtime, join(root, 'lab', 'day', 'main.ts'), args),
  mutants: (runtime) => runTypeScript(runtime, join(root, 'lab', 'mutants', 'main.ts'), args),
  build: (runtime) =>
    withLock(join(root, '.runtime', 'build.lock'), 'building', async () => {
      await build(root, runtime)
      const end = await runTypeScript(runtime, join(root, 'scripts', 'server-folder.ts'), [])
      // A test takes a copy, because another one may build at the same time.
      if (args[0] && end.code === 0) cpSync(join(root, 'dist'), args[0], { recursive: true })
      return end
    }),
  docs: ({ node, env }) => run(node, [join(root, 'docs', 'site', 'build.mjs'), ...args], { cwd: root, env }),
  'docs:write': (runtime) => writePages(root, runtime, args),
  pages: (runtime) => inLab(runtime, 'pages'),
  pictures: (runtime) => inLab(runtime, 'pictures'),
  release: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'release.ts'), args),
  changeset: ({ node, env }) => run(node, [toolPath(root, 'changeset'), ...args], { cwd: root, env }),
  recipes: (runtime) => recipes(root, runtime),
  ways: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'house', 'print-ways.ts'), []),
  sbom: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'sbom.ts'), args),
  proofs: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'proofs.ts'), args),
  rooms: (runtime) =>
    runTypeScript(
      runtime,
      join(root, 'scripts', 'checks', 'rooms-page.ts'),
      args.length > 0 ? args : ['--print'],
    ),
  words: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'words.ts'), args),
  licences: (runtime) => runTypeScript(runtime, join(root, 'scripts', 'licences.ts'), args),
  format: ({ node, env }) =>
    run(node, [toolPath(root, 'biome'), 'check', '--write', ...(args.length > 0 ? args : ['.'])], {
      cwd: root,
      env,
    }),
}

/** Installs the packages of the laboratory, which has a lockfile of its own. */
async function withLab({ env }, work) {
  await ensurePackages({ root: join(root, 'lab'), env, tools: true })
  return work()
}

function inLab(runtime, folder) {
  return withLab(runtime, () => runTypeScript(runtime, join(root, 'lab', folder, 'main.ts'), args))
}

/** These run Portico. All others need the tools, too: what checks, tests, builds and measures. */
const RUNNING = new Set(['start', 'permits', 'simulator', 'gate'])

await main(async () => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    throw new Trouble(
      `"${name}" is not a command of scripts/run.mjs: use one of ${Object.keys(COMMANDS).join(', ')}.`,
    )
  return command(await prepare({ tools: !RUNNING.has(name) }))
})
