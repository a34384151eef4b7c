import { type Lockfile, listShipped, needsOf, SHIPPING, type Shipped } from './lockfile.ts'

/** The metadata of the bill. */
export interface BillFacts {
  readonly version: string
  /** ISO 8601. */
  readonly madeAt: string
  readonly serialNumber: string
}

/**
 * The software bill of materials of the shipped packages, as CycloneDX 1.5 JSON. It is made from the lockfile, because
 * `npm sbom --omit dev` leaves out packages that another workspace needs for development.
 */
export function billOfMaterials(lockfile: Lockfile, { version, madeAt, serialNumber }: BillFacts) {
  const shipped = listShipped(lockfile)
  const own = SHIPPING.map((folder) => ({
    folder,
    ...ownComponent(folder, lockfile[folder]?.version ?? version),
  }))
  const root = `pkg:npm/portico@${version}`
  const purlOf = new Map([
    ...own.map((one) => [`node_modules/${one.name}`, one.purl] as const),
    ...shipped.map((one) => [one.folder, purl(one.name, one.locked.version)] as const),
  ])
  const refs = (folders: readonly string[]) =>
    [...new Set(folders.map((folder) => purlOf.get(folder) ?? folder))].sort()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${serialNumber}`,
    version: 1,
    metadata: {
      timestamp: madeAt,
      component: { 'bom-ref': root, type: 'application', name: 'portico', version, purl: root },
    },
    components: [...own.map(({ folder: _folder, ...component }) => component), ...uniqueComponents(shipped)],
    dependencies: [
      { ref: root, dependsOn: own.map((one) => one.purl) },
      ...own.map((one) => ({ ref: one.purl, dependsOn: refs(needsOf(lockfile, one.folder)) })),
      ...dependenciesOf(shipped, refs),
    ],
  }
}

function ownComponent(folder: string, version: string) {
  const name = `@portico/${folder.slice('packages/'.length)}`
  const address = purl(name, version)
  return {
    'bom-ref': address,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: address,
    licenses: licence('Apache-2.0'),
  }
}

/** The same version in two folders is one component. */
function uniqueComponents(shipped: readonly Shipped[]) {
  return [...new Map(shipped.map((one) => [purl(one.name, one.locked.version), one])).entries()].map(
    ([address, { name, locked }]) => ({
      'bom-ref': address,
      type: 'library',
      name,
      version: locked.version,
      scope: locked.optional ? 'optional' : 'required',
      purl: address,
      licenses: licence(locked.license ?? ''),
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from((locked.integrity ?? '').slice('sha512-'.length), 'base64').toString('hex'),
        },
      ],
    }),
  )
}

function dependenciesOf(
  shipped: readonly Shipped[],
  refs: (folders: readonly string[]) => readonly string[],
) {
  const needs = new Map<string, Set<string>>()
  for (const { name, locked, needs: folders } of shipped) {
    const address = purl(name, locked.version)
    needs.set(address, new Set([...(needs.get(address) ?? []), ...refs(folders)]))
  }
  return [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }))
}

function licence(expression: string) {
  if (expression === '') return []
  return /\s/.test(expression) ? [{ expression }] : [{ license: { id: expression } }]
}

/** A package URL; the `@` of a scope is percent-encoded. */
function purl(name: string, version = ''): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
