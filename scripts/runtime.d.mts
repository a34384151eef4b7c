/** What the registry calls Node for a machine, which is named as `process.platform` and `process.arch` name it. */
export function packageName(machine: { readonly platform: string; readonly arch: string }): string
