import { type DoorsOf, doorFaults } from './lib/built-doors.ts'
import { fileAt, filesBelow, report, type SourceFile } from './lib/source-files.ts'

/**
 * Checks that the build of a package names each door of our other packages that its sources import (`paths` in
 * tsconfig.build.json), at the place where the other package is built. Otherwise only a release would notice.
 */
const packages = filesBelow(['packages'], (path) => /^packages\/[^/]+\/package\.json$/.test(path)).map(
  doorsOf,
)
const builds = filesBelow(['packages'], (path) => /^packages\/[^/]+\/tsconfig\.build\.json$/.test(path))

for (const { path, text } of builds) {
  const { compilerOptions } = JSON.parse(text) as { compilerOptions: { paths?: Record<string, string[]> } }
  const { paths = {} } = compilerOptions
  const folder = path.replace('/tsconfig.build.json', '')
  const { dependencies = {} } = JSON.parse(fileAt(`${folder}/package.json`).text) as {
    dependencies?: Record<string, string>
  }
  const imported = importsBelow(`${folder}/src`, Object.keys(dependencies))
  report(`The doors in ${path}`, doorFaults(packages, { paths, imported }))
}

function doorsOf({ path, text }: SourceFile): DoorsOf {
  const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
  return { name, folder: path.split('/')[1] ?? '', exports }
}

/**
 * The names of our other packages in import and export statements. Where a source names its own package, or one that its package
 * does not depend on, that is an example, or a line that it writes into a program.
 */
function importsBelow(folder: string, dependencies: readonly string[]): ReadonlySet<string> {
  const sources = filesBelow([folder], (path) => /(?<!\.(?:test|test-d|fixture))\.ts$/.test(path))
  const names = sources.flatMap(({ text }) => [
    ...text.matchAll(/^(?:import\b|export\b|\} from\b|.*\bimport\().*?'(@portico\/[a-z/-]+)'/gm),
  ])
  const others = names.map(([, name = '']) => name)
  return new Set(
    others.filter((name) => dependencies.some((one) => name === one || name.startsWith(`${one}/`))),
  )
}
