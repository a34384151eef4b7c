/** A package by its manifest and its folder. */
export interface DoorsOf {
  readonly name: string
  readonly folder: string
  readonly exports: Readonly<Record<string, string>>
}

/** What a package is built with, and what its sources import. */
export interface BuiltWith {
  /** `paths` of its tsconfig.build.json. */
  readonly paths: Readonly<Record<string, readonly string[]>>
  /** The names in its sources, such as `@portico/program/node`. */
  readonly imported: ReadonlySet<string>
}

/** Where a build finds a door of another package: its built types. Null if the other package has no such door. */
function builtDoor(packages: readonly DoorsOf[], name: string): string | null {
  const owner = packages.find((one) => name === one.name || name.startsWith(`${one.name}/`))
  const source = owner?.exports[`.${name.slice(owner.name.length)}`]
  if (!owner || source === undefined) return null
  return source.replace('./src/', `../${owner.folder}/dist/`).replace(/\.ts$/, '.d.ts')
}

/** Every door that is imported and not built with, built with and not imported, or built with at another place. */
export function doorFaults(packages: readonly DoorsOf[], { paths, imported }: BuiltWith): readonly string[] {
  const wanted = [...imported].map((name) => [name, builtDoor(packages, name)] as const)
  return [
    ...wanted.flatMap(([name, built]) =>
      built !== null && paths[name]?.join() === built
        ? []
        : [`"${name}": ${built === null ? 'no package has this door' : `["${built}"] is needed`}`],
    ),
    ...Object.keys(paths).flatMap((name) => (imported.has(name) ? [] : [`"${name}": nothing imports it`])),
  ]
}
