import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { leftOutTests } from './scripts/one-server-tests.ts'
import { LongestFirst } from './scripts/test-order.ts'
import { sortTests, type TestProject } from './scripts/test-projects.ts'

const tests = sortTests(import.meta.dirname)
const exclude = [...leftOutTests(process.env)]

/** The files of a worker share their modules, so a file must leave no changed state behind. */
const project = (name: TestProject, isolate = false) => ({
  extends: true as const,
  test: {
    name,
    isolate,
    include: [...tests[name]],
    exclude,
    setupFiles: ['scripts/absent-texts.ts'],
    globalSetup: [
      ...(name === 'world' ? ['scripts/world-programs.ts'] : []),
      ...(NEEDS_NO_SERVER.has(name) ? [] : SERVERS),
    ],
  },
})

const NEEDS_NO_SERVER: ReadonlySet<TestProject> = new Set(['pure', 'processes'])

const SERVERS = ['scripts/test-programs.ts', 'packages/identity/testing/global-setup.ts']

export default defineConfig({
  test: {
    projects: [
      ...(['pure', 'processes', 'database', 'browser', 'world'] as const).map((name) => project(name)),
      project('mocking', true),
    ],
    // Without it each run, and each project of a run, would strip the types of every file anew.
    fsModuleCache: true,
    fsModuleCachePath: join(import.meta.dirname, '.cache', 'tests'),
    sequence: { sequencer: LongestFirst },
    // Only a test that hangs is ended: on a busy machine a test takes many times its usual time.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // On a busy machine a result comes late. The default of one second would test the machine.
    expect: { poll: { timeout: 60_000 } },
    // Much of a test's time is a wait for PostgreSQL, a browser or another process.
    maxWorkers: availableParallelism() + 2,
  },
})
