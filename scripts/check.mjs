// `npm run check`: types, lint, architecture, unused code, format, and every script in scripts/checks/.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { capture, endingSignal, run } from './processes.mjs'
import { say, secondsSince, Trouble } from './say.mjs'

const AT_ONCE = 2

const TOOLS = {
  tsc: 'typescript-7/bin/tsc',
  oxlint: 'oxlint/bin/oxlint',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  biome: '@biomejs/biome/bin/biome',
  vitest: 'vitest/vitest.mjs',
  changeset: '@changesets/cli/bin.js',
}

const CHECKS = [
  // Each checker reads the shared types anew: a second one costs half as much again, and another check runs beside it.
  {
    name: 'types',
    tool: 'tsc',
    args: [
      '--noEmit',
      '-p',
      '.',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.json',
    ],
  },
  { name: 'lint', tool: 'oxlint', args: ['--ignore-pattern=lab/**', '.'] },
  {
    name: 'architecture',
    tool: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'packages', 'examples', 'scripts', 'journeys', 'lab'],
  },
  // It reads again the files that have changed since the last time.
  { name: 'unused', tool: 'knip', args: ['--cache', '--cache-location', '.cache/unused'] },
  { name: 'format', tool: 'biome', args: ['ci', '--colors=off', '.'], remedy: 'npm run format' },
]

/** The checks that compare a page with the code, and write it with `--write`. */
const WRITING = [
  'front-pictures',
  'reference',
  'rooms-page',
  'rooms-picture',
  'tables-in-pages',
  'tables-picture',
]

/** Writes what pages of docs/ have from the code: all of it, or what these checks compare. What only a person can write is said. */
export async function writePages(root, { node, env }, names) {
  const unknown = names.filter((name) => !WRITING.includes(name))
  if (unknown.length > 0)
    throw new Trouble(`${unknown.join(', ')}: writes no page. There are ${WRITING.join(', ')}.`)
  let worst = { code: 0, signal: null }
  for (const name of names.length > 0 ? names : WRITING) {
    const script = join(root, 'scripts', 'checks', `${name}.ts`)
    const end = await run(node, [script, '--write'], { cwd: root, env })
    if (end.code !== 0) worst = end
  }
  return worst
}

/** The script of a tool in node_modules, for our Node. */
export const toolPath = (root, tool) => join(root, 'node_modules', TOOLS[tool])

/** The exit code of a command that only runs checks. */
export const leave = ({ failed }) => ({ code: failed.length === 0 ? 0 : 1, signal: null })

/**
 * Runs all checks but those named in `without`, two at a time. Prints a line for each in order, and the output of those that
 * fail.
 * @param {readonly string[]} without
 * @returns {Promise<{ passed: string[], failed: string[] }>}
 */
export async function check(root, runtime, without = []) {
  const start = performance.now()
  const chosen = chosenChecks(root, without)
  const running = startAll(chosen, (item) => runCheck(item, root, runtime))
  const outcome = { passed: [], failed: [] }
  for (const one of running) {
    const { name, ok, seconds, output, remedy } = await one
    if (endingSignal()) throw new Error('interrupted')
    say(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds})`)
    if (!ok) process.stderr.write(`${output.trimEnd()}\n${remedy ? `To fix it: ${remedy}\n` : ''}\n`)
    outcome[ok ? 'passed' : 'failed'].push(name)
  }
  say(summary(outcome, secondsSince(start)))
  return outcome
}

function summary({ passed, failed }, seconds) {
  if (failed.length === 0) return `all ${passed.length} checks passed in ${seconds}`
  return `${failed.length} of ${passed.length + failed.length} checks failed in ${seconds}: ${failed.join(', ')}`
}

function chosenChecks(root, without) {
  const all = listChecks(root)
  const unknown = without.filter((name) => !all.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new Trouble(
      `${unknown.join(', ')}: no such check. There are ${all.map(({ name }) => name).join(', ')}.`,
    )
  return all.filter(({ name }) => !without.includes(name))
}

function listChecks(root) {
  const folder = join(root, 'scripts', 'checks')
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  const ours = files.filter((file) => /(?<!\.test)\.(ts|mjs)$/.test(file))
  const tools = CHECKS.map((one) => ({ ...one, args: [toolPath(root, one.tool), ...one.args] }))
  return [...tools, ...ours.map((file) => ({ name: file.replace(/\.\w+$/, ''), args: [join(folder, file)] }))]
}

async function runCheck({ name, args, remedy }, root, { node, env }) {
  const start = performance.now()
  const { code, output } = await capture(node, args, { cwd: root, env })
  return { name, ok: code === 0, seconds: secondsSince(start), output, remedy }
}

/** Starts the work for each item in order, never more than AT_ONCE together. */
function startAll(items, work) {
  let free = AT_ONCE
  const waiting = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return items.map(async (item) => {
    if (free === 0) await new Promise((resolve) => waiting.push(resolve))
    else free -= 1
    return work(item).finally(release)
  })
}
