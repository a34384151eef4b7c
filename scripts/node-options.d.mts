/** How Node runs Portico, as words of a command line. */
export const NODE_OPTIONS: readonly string[]

/** What Node finds in its environment unless it is set already. */
export const NODE_ENVIRONMENT: { readonly MALLOC_ARENA_MAX: string }
