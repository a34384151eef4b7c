import type { Received } from '../../pages/index.ts'

/** What every program learns by introspection, with any scope (contract section 2.12). */
const ALWAYS_RECEIVED: readonly Received[] = ['identity', 'name', 'email', 'phone']

/** What these scopes add. */
const RECEIVED_BY: ReadonlyMap<string, Received> = new Map([
  ['profile', 'language'],
  ['offline_access', 'stay-connected'],
])

/** What a program with this scope learns and may do, in the words for citizens. */
export function receivedBy(scope: string): readonly Received[] {
  const scopes = scope.split(' ')
  const added = [...RECEIVED_BY].flatMap(([name, received]) => (scopes.includes(name) ? received : []))
  return [...ALWAYS_RECEIVED, ...added]
}
