/** What was found about one dependency. The sentence is for the operator and contains nothing secret. */
export interface Finding {
  readonly ok: boolean
  readonly says: string
  readonly role?: 'primary' | 'replica'
}

/** Something outside this process that it needs. */
export interface Dependency {
  readonly name: string
  /** Whether the process gets no requests while this is away: never, always, or until it was there for the first time. */
  readonly counts: boolean | 'at-start'
  /** Never throws. */
  look(): Promise<Finding>
}

/** The body of `/readyz`. */
export interface ReadinessReport {
  readonly ready: boolean
  readonly says: string
  /** `counts`: whether requests are kept away while this is not there. */
  readonly dependencies: Readonly<Record<string, Finding & { readonly counts: boolean }>>
}

/** Whether a load balancer should send requests to this process. */
export interface Readiness {
  look(): Promise<ReadinessReport>
  /** From now on it is not ready, whatever its dependencies are: the process is going to stop. */
  leave(): void
}

/** Makes the readiness of one process from its dependencies. */
export function createReadiness(dependencies: readonly Dependency[]): Readiness {
  let isLeaving = false
  const seen = new Set<string>()
  const lookAt = async ({ name, counts, look }: Dependency) => {
    const finding = await look()
    if (finding.ok) seen.add(name)
    return [name, { ...finding, counts: counts === 'at-start' ? !seen.has(name) : counts }] as const
  }
  return {
    leave: () => void (isLeaving = true),
    async look() {
      const found = await Promise.all(dependencies.map(lookAt))
      const away = found.filter(([, { ok, counts }]) => counts && !ok).map(([name]) => name)
      return {
        ready: !isLeaving && away.length === 0,
        says: sayState(isLeaving, away),
        dependencies: Object.fromEntries(found),
      }
    },
  }
}

function sayState(isLeaving: boolean, away: readonly string[]): string {
  if (isLeaving) return 'This process is stopping.'
  return away.length === 0 ? 'Ready.' : `Not ready because of: ${away.join(', ')}.`
}
