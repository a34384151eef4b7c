import { globSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

const SOURCES = new URL('../', import.meta.url)

// proves: threat-slow-password-check
test('passwords are looked at where they are set, and nowhere else: not where somebody signs in', () => {
  const asking = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('passwords'))
    .filter((file) =>
      /checkNewPassword|findPasswordProblem|easiestGuess/.test(readFileSync(new URL(file, SOURCES), 'utf8')),
    )
  expect(asking.sort()).toEqual([
    'account-pages/change-password.ts',
    'enrollment/create-account.ts',
    'recovery/reset-password.ts',
  ])
})

// proves: threat-slow-password-check
test('while the lists are read, everything else goes on', async () => {
  // Another file of this process may have had them read.
  vi.resetModules()
  const { listedWords } = await import('./listed-words.ts')
  let [turns, isReading] = [0, true]
  const reading = listedWords().then(() => (isReading = false))
  while (isReading) {
    await nextTurn()
    turns += 1
  }
  await reading
  expect(turns, 'turns of the event loop').toBeGreaterThan(10)
})
