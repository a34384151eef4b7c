/** The command-line options with which Node runs Portico. */
export const NODE_OPTIONS: readonly string[]

/** Environment variables for Node, unless they are set already. */
export const NODE_ENVIRONMENT: { readonly MALLOC_ARENA_MAX: string }
