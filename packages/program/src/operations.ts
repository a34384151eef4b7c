import { examine } from './doctor.ts'
import type { ProgramSso } from './program-sso.ts'
import type { Service } from './service.ts'
import { type EndedFeed, purge } from './sessions/index.ts'
import { StoreOfAnotherProgram } from './store/index.ts'

/** What operators call. */
export function operationsOf(
  service: Service,
  config: Parameters<typeof examine>[1],
  feed: EndedFeed | null,
): Pick<ProgramSso<{ id: string }>, 'migrate' | 'health' | 'purge' | 'doctor'> {
  return {
    migrate: () => service.store.migrate(service.settings.central),
    health: () => healthOf(service, feed),
    purge: (options = {}) => purge(service, options.limit ?? 1000),
    doctor: () => examine(service, config),
  }
}

type Health = Awaited<ReturnType<ProgramSso<{ id: string }>['health']>>

async function healthOf({ store, central }: Service, feed: EndedFeed | null): Promise<Health> {
  try {
    const activeSessions30s = await store.countActiveSessions(30_000)
    const endedFeed = (await feed?.state()) ?? 'off'
    const revocations = await store.countRevocations()
    const primary = (await store.acknowledged?.()) ?? null
    const counts = { activeSessions30s, endedFeed, primary, revocations }
    return { ...central.health(), misconfigured: null, ...counts }
  } catch (error) {
    if (!(error instanceof StoreOfAnotherProgram)) throw error
    return { ...central.health(), ...NOTHING, misconfigured: error.message }
  }
}

/** Nothing of another program's store is told. */
const NOTHING = {
  activeSessions30s: 0,
  endedFeed: 'off',
  primary: null,
  revocations: { waiting: 0, since: null },
} as const satisfies Partial<Health>
