import { appendFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

/**
 * Notes which named functions of our sources each test runs, in the file that `MUTANTS_NOTES` names; nothing where it names none. What runs
 * outside of a test has an empty name, and counts for each test of the file.
 */
const notes = process.env['MUTANTS_NOTES']
const root = process.cwd()

if (notes !== undefined) {
  const session = new Session()
  session.connect()
  beforeAll(async () => {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  })
  const note = async (name: string) => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const line = {
      file: expect.getState().testPath?.slice(root.length + 1),
      name,
      ran: result.flatMap(ranIn),
    }
    appendFileSync(notes, `${JSON.stringify(line)}\n`)
  }
  beforeEach(() => note(''))
  afterEach(({ task }) => note(task.fullTestName))
  afterAll(() => note(''))
}

function ranIn({ url, functions }: Profiler.ScriptCoverage): readonly string[] {
  const path = url.replace(/^file:\/\//, '')
  if (!path.startsWith(`${root}/packages/`) || /\.test\.ts|node_modules/.test(path)) return []
  return functions
    .filter(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0))
    .map(({ functionName }) => `${path.slice(root.length + 1)}#${functionName}`)
}
