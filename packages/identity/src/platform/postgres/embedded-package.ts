/** The npm package with the programs for this system, as installed. */
export interface BinaryPackage {
  readonly folder: string
  readonly version: string
  readonly links: readonly SymbolicLink[]
}

/** A link that npm's package format cannot hold; both paths are relative to the package. */
export interface SymbolicLink {
  readonly source: string
  readonly target: string
}
