import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files whose tests start other programs and wait for them. */
const LONG = [
  'lab/siege/stages/kills.test.ts',
  'scripts/build.test.ts',
  'journeys/deploy/image.test.ts',
  'journeys/deploy/proxies.test.ts',
  'packages/identity/src/command/portico.process.test.ts',
  'packages/embedded-postgres/src/server.test.ts',
]

/** Starts the files of `LONG` first. Vitest would start them last, because it guesses a file's time by its size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
