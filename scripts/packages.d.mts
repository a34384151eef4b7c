/** Runs `npm ci` unless node_modules matches the lockfile. */
export function ensurePackages(wanted: {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly tools: boolean
}): Promise<void>
