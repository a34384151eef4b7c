import { basename, posix } from 'node:path'
import type { Requirement } from './requirements.ts'
import type { Proof, TestFile } from './tagged-tests.ts'

const ID = /^[a-z0-9]+([.-][a-z0-9]+)*$/
const LONGEST_ID = 40

/** The faults of the lists of requirements and of the tags in the tests. */
export function proofFaults(requirements: readonly Requirement[], tests: readonly TestFile[]): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  const proofs = tests.flatMap((test) => test.proofs)
  const proved = new Set(proofs.map(({ id }) => id))
  return [
    ...requirements
      .filter(({ id }) => !ID.test(id) || id.length > LONGEST_ID)
      .map(({ id, list }) => `${list}: "${id}" is no id: a-z, 0-9, dots and hyphens, at most ${LONGEST_ID}`),
    ...repeated(requirements.map(({ id }) => id)).map((id) => `${id} is there twice`),
    ...requirements
      .filter(({ id, needsTest }) => needsTest && !proved.has(id))
      .map(({ id, list }) => `${list}: no test proves ${id}`),
    ...proofs
      .filter(({ id }) => !known.has(id))
      .map(({ id, path, title }) => `${path} "${title.at(-1)}" proves "${id}", which no list has`),
    ...tests.filter((test) => test.strayTags > 0).map(({ path }) => `${path}: a tag stands above no test`),
  ]
}

/** Titles that two tests of one file have. */
export function repeatedTitles(tests: readonly TestFile[]): string[] {
  return tests.flatMap(({ path, titles }) => repeated(titles).map((title) => `${path} "${title}"`))
}

/** The page that says which tests prove each requirement, with links that start at its place in the repository. */
export function proofsPage(
  requirements: readonly Requirement[],
  tests: readonly TestFile[],
  place: string,
): string {
  const proofs = Map.groupBy(
    tests.flatMap((test) => test.proofs),
    ({ id }) => id,
  )
  const chapters = [...Map.groupBy(requirements, ({ list }) => list)].map(([list, rows]) =>
    [
      `## [${basename(list)}](${fromPage(place, list)})\n`,
      ...rows.map(({ id }) => [`- ${id}`, ...linesOf(proofs.get(id) ?? [], place)].join('\n')),
    ].join('\n'),
  )
  return `${[HEAD, ...chapters].join('\n\n')}\n`
}

const HEAD = `# Which tests prove each requirement

Made by \`node scripts/checks/proofs.ts --write\` from the lists and from the tags in the tests: do not edit it.
Before a title stand the titles of the blocks around it. A title with \`%s\`, \`%i\`, \`%j\` or the like is a table of tests.`

function linesOf(proofs: readonly Proof[], place: string): readonly string[] {
  return proofs.map(
    ({ path, title }) =>
      `  - [${basename(path)}](${fromPage(place, path)}): ${title.map(asText).join(' > ')}`,
  )
}

function fromPage(place: string, path: string): string {
  return posix.relative(posix.dirname(place), path)
}

/** A title without any part that Markdown would read as markup. */
function asText(title: string): string {
  return title.replace(/[\\`*_<>[\]]/g, '\\$&')
}

function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))]
}
