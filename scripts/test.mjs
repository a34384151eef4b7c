// `npm test`: the checks, then every test with a real browser and real servers. Ends with "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, toolPath } from './check.mjs'
import { compileCache } from './node-options.mjs'
import { endingSignal, run } from './processes.mjs'
import { say } from './say.mjs'

const NO_CHECKS = { passed: [], failed: [] }

/** Checks (unless arguments narrow the run), then tests; a failed check does not hide what the tests say. */
export async function test(root, runtime, args) {
  const checks = args.length > 0 ? NO_CHECKS : await check(root, runtime)
  const report = mkdtempSync(join(tmpdir(), 'portico-test-'))
  try {
    const end = await runVitest({ root, runtime, report }, args)
    return conclude(end, readCounts(join(report, 'report.json')), checks)
  } finally {
    rmSync(report, { recursive: true, force: true })
  }
}

function runVitest({ root, runtime, report }, args) {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(report, 'report.json')}`,
  ]
  const command = [toolPath(root, 'vitest'), 'run', ...reporters, ...args]
  return run(runtime.node, command, { cwd: root, env: { ...compileCache(root), ...runtime.env } })
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
