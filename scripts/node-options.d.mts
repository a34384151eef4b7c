/** How Node runs Portico, as words of a command line. */
export const NODE_OPTIONS: readonly string[]
