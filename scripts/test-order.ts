import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long for their size, longest first: their tests start other programs and wait for them. */
const LONG = [
  'scripts/remove-room.test.ts',
  'scripts/build.test.ts',
  'lab/siege/stages/kills.test.ts',
  'journeys/old-primary.test.ts',
  'journeys/double-press.test.ts',
  'packages/identity/src/change-address/change.process.test.ts',
  'journeys/docs-site.test.ts',
  'packages/identity/src/pages/pages.browser.test.ts',
  'packages/simulator/src/simulator.world.test.ts',
  'journeys/attacks/mail-scanner.browser.test.ts',
  'journeys/conformance/flaws.test.ts',
  'journeys/conformance/samples.test.ts',
  'docs/integrate/five-minutes.test.ts',
  'docs/integrate/samples/next.test.ts',
  'journeys/attacks/slow-and-huge.test.ts',
  'journeys/permits-double-press.test.ts',
  'journeys/api-document/schemathesis.test.ts',
  'journeys/permits-outages.test.ts',
  'packages/identity/src/watch-lease.test.ts',
  'journeys/browser.test.ts',
  'journeys/browser-account.test.ts',
  'journeys/permits.test.ts',
  'journeys/attacks/stale-forms.test.ts',
  'journeys/deploy/proxies.test.ts',
  'journeys/starts.test.ts',
  'journeys/permits-tabs.test.ts',
  'docs/integrate/next-lines.test.ts',
  'packages/identity/src/platform/postgres/migrate.process.test.ts',
  'packages/embedded-postgres/src/server.test.ts',
  'packages/identity/src/platform/postgres/timeline-fence.test.ts',
  'packages/program/src/store/postgres/old-primary.test.ts',
  'packages/program/src/store/conformance.test.ts',
  'journeys/two-releases.test.ts',
  'packages/identity/src/mail/sender.test.ts',
]

/** Starts the files of `LONG` first, in that order. Vitest would start them last, because it guesses a file's time by its size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((path) => moduleId.endsWith(path))
      return place < 0 ? LONG.length : place
    }
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
