/** The name of Node's npm package for a machine, by `process.platform` and `process.arch`. */
export function packageName(machine: { readonly platform: string; readonly arch: string }): string
