// `npm test`, `npm run test:world` and `npm run test:all`: tests with a real browser and real servers. Each ends with
// "N passed, N failed".
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, toolPath } from './check.mjs'
import { compileCache } from './node-options.mjs'
import { endingSignal, run } from './processes.mjs'
import { say } from './say.mjs'

const NO_CHECKS = { passed: [], failed: [] }

/**
 * Which of Vitest's projects a command runs when no argument names tests, and whether the checks come first. One run of all
 * keeps every core busy, and two runs beside each other would take each other's.
 */
const RUNS = {
  test: { projects: ['--project', '!world'], checks: true },
  world: { projects: ['--project', 'world'], checks: false },
  all: { projects: [], checks: true },
}

/**
 * Checks, then tests; a failed check does not hide what the tests say. Arguments name tests, of any project, and leave out
 * the checks.
 * @param {keyof RUNS} which
 */
export async function test(root, runtime, which, names) {
  const args = names.length > 0 ? names : RUNS[which].projects
  const checks = names.length === 0 && RUNS[which].checks ? await check(root, runtime) : NO_CHECKS
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'))
  // The servers of tests run as another user, and have their data below it.
  chmodSync(folder, 0o711)
  try {
    const end = await runVitest({ root, runtime, folder }, args)
    return conclude(end, readCounts(join(folder, 'report.json')), checks)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Its temporary files are in this folder, too, so those of a worker that was killed go with it. */
function runVitest({ root, runtime, folder }, args) {
  const reporters = [
    '--reporter=default',
    `--reporter=${join(root, 'scripts', 'slowest-files.ts')}`,
    '--reporter=json',
    `--outputFile.json=${join(folder, 'report.json')}`,
  ]
  const command = [toolPath(root, 'vitest'), 'run', ...reporters, ...args]
  return run(runtime.node, command, {
    cwd: root,
    env: { ...compileCache(root), ...runtime.env, TMPDIR: folder },
  })
}

/** Checks count like tests; a run that failed without any failing test counts as one failure. */
function conclude(end, counts, checks) {
  if (end.signal || endingSignal()) return { code: null, signal: end.signal ?? endingSignal() }
  if (checks.failed.length > 0) say(`checks that failed: ${checks.failed.join(', ')} (see above)`)
  if (counts.skipped > 0) say(`${counts.skipped} tests were skipped`)
  const broken = end.code !== 0 && counts.failed === 0 ? 1 : 0
  const failed = counts.failed + checks.failed.length + broken
  process.stdout.write(`\n${counts.passed + checks.passed.length} passed, ${failed} failed\n`)
  return { code: failed === 0 ? 0 : end.code || 1, signal: null }
}

/** A file that could not even be loaded has no failing test of its own: it counts as one. */
function readCounts(path) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readReport(path)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}
