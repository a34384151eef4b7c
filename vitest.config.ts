import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,docs,examples,journeys,lab,scripts}/**/*.test.ts'],
    globalSetup: ['packages/identity/testing/global-setup.ts'],
    // Only what hangs is ended: a machine that others use, too, takes many times its usual time.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // What is waited for comes late on a busy machine, too: a second, which is the default, is a test of the machine.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
  },
})
