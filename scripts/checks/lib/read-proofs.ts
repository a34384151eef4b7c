import { type Requirement, requirementsOf } from './requirements.ts'
import { filesBelow } from './source-files.ts'
import { readTestFile, type TestFile } from './tagged-tests.ts'

/** Every requirement of docs/requirements and of rooms and packages that have their own rows, and every test file with its tags. */
export function readProofs(): {
  readonly requirements: readonly Requirement[]
  readonly tests: readonly TestFile[]
} {
  const folders = ['packages', 'journeys', 'examples', 'docs', 'lab', 'scripts']
  return {
    requirements: filesBelow(['docs/requirements', 'packages'], (path) =>
      /^docs\/.*\.md$|\/requirements\.md$/.test(path),
    ).flatMap(requirementsOf),
    tests: filesBelow(folders, (path) => path.endsWith('.test.ts')).map(readTestFile),
  }
}
