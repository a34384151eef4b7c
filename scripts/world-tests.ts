/**
 * The tests of what Portico is built into, beside the tests of Portico itself: the sample programs and their frameworks, the
 * page of Parking permits, which programs copy, the simulator and the commands, the recipes for other languages, the images
 * and the proxies in front, MariaDB, the packages as npm packs them, and the site of the documentation. `npm run test:world`
 * runs them, and CI does. A folder ends with a slash. A test of a package that stands apart says it by its name, `*.world.test.ts`.
 */
export const WORLD_TESTS: readonly string[] = [
  // The programs that the documentation shows, and what stands in for a service or tries a program from outside.
  'docs/integrate/five-minutes.test.ts',
  'docs/integrate/next-lines.test.ts',
  'docs/integrate/samples/',
  'journeys/commands.test.ts',
  'journeys/conformance/',
  'journeys/permits-alone.test.ts',
  'journeys/permits-double-press.test.ts',
  'journeys/permits-page.test.ts',
  'journeys/permits-ways-on.test.ts',
  'journeys/api-document/schemathesis.test.ts',
  // Other languages.
  'journeys/gate/django-page.test.ts',
  'journeys/gate/django.test.ts',
  'journeys/gate/example-proxies.test.ts',
  'journeys/gate/go.test.ts',
  'journeys/gate/gunicorn.test.ts',
  'journeys/gate/language-pages.test.ts',
  'journeys/gate/php.test.ts',
  'journeys/recipes/',
  // Images, proxies, and tools of operators.
  'journeys/deploy/attacks.test.ts',
  'journeys/deploy/gate-cross-origin.test.ts',
  'journeys/deploy/gate-fronts.test.ts',
  'journeys/deploy/gate-tickets.test.ts',
  'journeys/deploy/image.test.ts',
  'journeys/deploy/pgbackrest.test.ts',
  'journeys/deploy/proxies.test.ts',
  'journeys/deploy/proxy-upgrades.test.ts',
  'journeys/gate/gate-init-nginx.test.ts',
  // MariaDB.
  'packages/gate/src/mysql-gate.test.ts',
  'packages/program/src/mysql-program.test.ts',
  'packages/program/src/store/mysql/',
  // What npm publishes, and the site of the documentation.
  'journeys/docs-site.test.ts',
  'packages/program/src/registered.test.ts',
  'scripts/build.test.ts',
  'scripts/release.test.ts',
  // The laboratory, which has packages of its own. What it proves (`lab/siege/stages/`) needs none of them.
  'lab/bench/',
  'lab/day/',
  'lab/kit/',
  'lab/mutants/',
  'lab/pages/',
  'lab/siege/report/',
  'lab/siege/targets/',
  // Copies of the tree: one with what the how-to pages show, others without one of their rooms.
  'scripts/how-to.test.ts',
  'scripts/remove-room.test.ts',
]

/** Requirements about another ecosystem, which only a test of the world can prove. All others are proven by `npm test` alone. */
export const WORLD_REQUIREMENTS: ReadonlySet<string> = new Set(['gate-journeys', 'program-gate-mysql'])

export function isWorldTest(path: string): boolean {
  return (
    path.endsWith('.world.test.ts') ||
    WORLD_TESTS.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
  )
}
