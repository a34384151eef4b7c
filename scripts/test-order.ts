import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that took over 50 seconds in a run of all, longest first. One of them at the end would leave the other workers without work. */
const LONG = [
  'lab/day/day.test.ts',
  'scripts/remove-room.test.ts',
  'journeys/docs-site.test.ts',
  'packages/simulator/src/simulator.world.test.ts',
  'journeys/conformance/flaws.test.ts',
  'journeys/conformance/samples.test.ts',
  'scripts/build.test.ts',
  'journeys/old-primary.test.ts',
  'packages/identity/src/watch-lease.test.ts',
  'journeys/double-press.test.ts',
  'journeys/two-releases.test.ts',
  'scripts/how-to.test.ts',
  'docs/integrate/samples/next.test.ts',
  'journeys/api-document/schemathesis.test.ts',
  'journeys/permits.test.ts',
  'journeys/gate/django-page.test.ts',
  'journeys/permits-double-press.test.ts',
  'journeys/permits-outages.test.ts',
  'journeys/permits-alone.test.ts',
  'packages/identity/src/change-address/change.process.test.ts',
  'docs/integrate/five-minutes.test.ts',
  'packages/identity/src/command/restore.process.test.ts',
  'journeys/starts.test.ts',
  'journeys/deploy/attacks.test.ts',
  'journeys/faults.test.ts',
  'journeys/deploy/image.test.ts',
  'journeys/attacks/stale-forms.test.ts',
  'journeys/gate/django.test.ts',
  'packages/identity/src/hot-statements.test.ts',
  'journeys/attacks/cross-site.test.ts',
  'packages/identity/src/command/process-lists.process.test.ts',
  'journeys/deploy/proxies.test.ts',
  'docs/integrate/next-lines.test.ts',
  'journeys/attacks/mail-scanner.browser.test.ts',
  'journeys/deploy/gate-fronts.test.ts',
  'journeys/commands.test.ts',
  'packages/identity/src/command/portico.process.test.ts',
  'packages/identity/src/pages/pages.browser.test.ts',
  'journeys/readiness.test.ts',
  'journeys/browser-account.test.ts',
  'journeys/permits-tabs.test.ts',
  'lab/siege/stages/kills.test.ts',
  'journeys/attacks/slow-and-huge.test.ts',
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
