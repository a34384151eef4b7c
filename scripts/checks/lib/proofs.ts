import { IDENTITY, REMOVABLE } from '../../../plan.ts'
import type { Requirement } from './requirements.ts'
import type { Proof, TestFile } from './tagged-tests.ts'

const ID = /^[a-z0-9]+([.-][a-z0-9]+)*$/
const LONGEST_ID = 40

/** Packages that can be taken away with their folder. */
export const REMOVABLE_PACKAGES = ['console', 'create-program', 'simulator']

const OF_REMOVABLE = new RegExp(
  `^(${IDENTITY.src}/(${REMOVABLE.join('|')})|packages/(${REMOVABLE_PACKAGES.join('|')}))/`,
)

/** Where the tests are that go with the room of a list: the room and those upon it. Nothing where the list stays. */
function usersOf(list: string): RegExp | undefined {
  const room = REMOVABLE.find((name) => list.startsWith(`${IDENTITY.src}/${name}/`))
  if (room === undefined) return undefined
  const above = Object.entries(IDENTITY.rooms).filter(([, { looksDownOn }]) => looksDownOn.includes(room))
  return new RegExp(`^${IDENTITY.src}/(${[room, ...above.map(([name]) => name)].join('|')})/`)
}

/** The tests that `npm test` does not run, and the requirements that only they can prove. */
export interface World {
  has(path: string): boolean
  readonly requirements: ReadonlySet<string>
}

const NO_WORLD: World = { has: () => false, requirements: new Set() }

/** The faults of the lists of requirements and of the tags in the tests. */
export function proofFaults(
  requirements: readonly Requirement[],
  tests: readonly TestFile[],
  world: World = NO_WORLD,
): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  const proofs = tests.flatMap((test) => test.proofs)
  const proved = new Set(proofs.map(({ id }) => id))
  const provedAtHome = new Set(proofs.filter(({ path }) => !world.has(path)).map(({ id }) => id))
  const provedByRest = new Set(proofs.filter(({ path }) => !OF_REMOVABLE.test(path)).map(({ id }) => id))
  return [
    ...requirements
      .filter(({ id }) => !ID.test(id) || id.length > LONGEST_ID)
      .map(({ id, list }) => `${list}: "${id}" is no id: a-z, 0-9, dots and hyphens, at most ${LONGEST_ID}`),
    ...repeated(requirements.map(({ id }) => id)).map((id) => `${id} is there twice`),
    ...requirements
      .filter(({ id, needsTest }) => needsTest && !proved.has(id))
      .map(({ id, list }) => `${list}: no test proves ${id}`),
    ...requirements
      .filter(({ id }) => proved.has(id) && provedAtHome.has(id) === world.requirements.has(id))
      .map(({ id, list }) =>
        world.requirements.has(id)
          ? `${list}: ${id} has a test of \`npm test\`: it need not be in WORLD_REQUIREMENTS`
          : `${list}: only \`npm run test:world\` proves ${id}`,
      ),
    ...requirements
      .filter(({ id, list }) => list.startsWith('docs/') && proved.has(id) && !provedByRest.has(id))
      .map(
        ({ id, list }) =>
          `${list}: only a room or a package that can be taken away proves ${id}: the row belongs into it`,
      ),
    ...proofs
      .filter(({ id }) => !known.has(id))
      .map(({ id, path, title }) => `${path} "${title.at(-1)}" proves "${id}", which no list has`),
    ...requirements.flatMap(({ id, list }) => {
      const users = usersOf(list)
      return proofs
        .filter((proof) => users && proof.id === id && !users.test(proof.path))
        .map(({ path }) => `${path} proves ${id} of a room that can be taken away without this test`)
    }),
    ...tests.filter((test) => test.strayTags > 0).map(({ path }) => `${path}: a tag stands above no test`),
  ]
}

/** Titles that two tests of one file have. */
export function repeatedTitles(tests: readonly TestFile[]): string[] {
  return tests.flatMap(({ path, titles }) => repeated(titles).map((title) => `${path} "${title}"`))
}

/** Says which tests prove each requirement: the list, the id, and the file and the title of each test with the titles around it. */
export function proofsText(requirements: readonly Requirement[], tests: readonly TestFile[]): string {
  const proofs = Map.groupBy(
    tests.flatMap((test) => test.proofs),
    ({ id }) => id,
  )
  const lists = [...Map.groupBy(requirements, ({ list }) => list)]
  return lists
    .flatMap(([list, rows]) => [
      list,
      ...rows.flatMap(({ id }) => [`  ${id}`, ...linesOf(proofs.get(id) ?? [])]),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function linesOf(proofs: readonly Proof[]): readonly string[] {
  return proofs.map(({ path, title }) => `    ${path}: ${title.join(' > ')}`)
}

function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))]
}
