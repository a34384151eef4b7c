import { errorMessage, type Logger } from './platform/index.ts'
import { isSameOwner, type SsoStore, StoreOfAnotherProgram, type StoreOwner } from './store/index.ts'

/** The steps that work before it is known whose store it is. */
const FREE: ReadonlySet<string | symbol> = new Set('name migrate version now acknowledged close'.split(' '))

/**
 * The store for one program. Before its first step, it finds out whose store it is, and a store of nobody becomes the
 * program's. Every step on a store of another program is refused, and so is one of which that is not known, because the
 * store did not say it. While the store is nobody's, each step asks again: the next one to write may be another program.
 */
export function ownedStore(store: SsoStore, program: StoreOwner, log: Logger): SsoStore {
  let isOurs = false
  let asking: Promise<void> | null = null
  const claiming = { mayWrite: true }
  const ask = () => {
    asking ??= claim({ store, program, log }, claiming)
      .then((found) => void (isOurs = found))
      .finally(() => void (asking = null))
    return asking
  }
  return new Proxy(store, {
    get(target, name) {
      const step: unknown = Reflect.get(target, name)
      if (typeof step !== 'function') return step
      const take = (given: unknown[]): unknown => Reflect.apply(step, target, given)
      if (FREE.has(name)) return (...given: unknown[]) => take(given)
      return (...given: unknown[]) => (isOurs ? take(given) : ask().then(() => take(given)))
    },
  })
}

interface Claim {
  readonly store: SsoStore
  readonly program: StoreOwner
  readonly log: Logger
}

/**
 * Whether the store is known to be the program's. Throws if it belongs to another one, or does not answer. A store without
 * tables, or of an earlier schema, does not say whose it is.
 */
async function claim({ store, program, log }: Claim, claiming: { mayWrite: boolean }): Promise<boolean> {
  const { owner, fits } = await store.version()
  if (owner && isSameOwner(owner, program)) return true
  if (owner) throw refused(new StoreOfAnotherProgram(owner, program), log)
  if (!fits || !claiming.mayWrite) return false
  try {
    await store.migrate(program)
    return true
  } catch (error) {
    if (error instanceof StoreOfAnotherProgram) throw refused(error, log)
    // The role of a running program may not be allowed to write this. "portico-program migrate" writes it.
    log.log('warn', 'store_owner_not_written', { message: errorMessage(error) })
    claiming.mayWrite = false
    return false
  }
}

function refused(error: StoreOfAnotherProgram, log: Logger): StoreOfAnotherProgram {
  log.log('error', 'store_of_another_program', { message: error.message })
  return error
}
