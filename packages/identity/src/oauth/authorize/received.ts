import type { Received } from '../../pages/index.ts'

/** What every program learns by introspection, with any scope (contract section 2.12). */
const ALWAYS_RECEIVED: readonly Received[] = ['identity', 'name', 'email', 'phone']

/** What a program with this scope learns and may do, in the words for citizens. */
export function receivedBy(scope: string): readonly Received[] {
  return scope.split(' ').includes('offline_access')
    ? [...ALWAYS_RECEIVED, 'stay-connected']
    : ALWAYS_RECEIVED
}
