import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test-order.ts'
import { sortTests, type TestProject } from './scripts/test-projects.ts'

const tests = sortTests(import.meta.dirname)

/** The files of a worker share what they import: none may leave anything behind that another would meet. */
const project = (name: TestProject, isolate = false) => ({
  extends: true as const,
  test: { name, isolate, include: [...tests[name]], globalSetup: name === 'pure' ? [] : SERVERS },
})

const SERVERS = ['scripts/test-programs.ts', 'packages/identity/testing/global-setup.ts']

export default defineConfig({
  test: {
    projects: [project('pure'), project('database'), project('browser'), project('mocking', true)],
    sequence: { sequencer: LongestFirst },
    // Only what hangs is ended: a machine that others use, too, takes many times its usual time.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // What is waited for comes late on a busy machine, too: a second, which is the default, is a test of the machine.
    expect: { poll: { timeout: 60_000 } },
    // Much of a test's time is spent waiting for PostgreSQL, for a browser or for another process.
    maxWorkers: availableParallelism() + 1,
  },
})
