/** The packages that a release publishes, each behind those that it depends on, and the Node that each needs. */
export const PACKAGES: readonly { readonly folder: string; readonly node: string }[]
