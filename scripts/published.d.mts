/** The packages that a release publishes, each behind those that it depends on. */
export const PACKAGES: readonly { readonly folder: string }[]
