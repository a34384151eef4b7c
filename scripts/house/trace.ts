import { createHook, executionAsyncId } from 'node:async_hooks'

/** The files of the service that led to what runs now. */
export interface Trace {
  /** From the route to here; the HTTP server itself is left out. */
  files(): readonly string[]
  stop(): void
}

const OURS = /packages\/identity\/src\/(?!platform\/http\/)[\w./-]+?\.ts/g

/**
 * Notes the stack in which each piece of asynchronous work began. What runs now was begun by the stack of its own work,
 * which was begun by another, and so on back to the request.
 */
export function startTrace(): Trace {
  const begun = new Map<number, { readonly stack: string; readonly by: number }>()
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const hook = createHook({
    init(id) {
      begun.set(id, { stack: ownStack(), by: executionAsyncId() })
    },
  }).enable()
  return {
    files() {
      const stacks = [ownStack()]
      for (let at = begun.get(executionAsyncId()); at; at = begun.get(at.by)) {
        stacks.push(at.stack)
        if (at.stack.includes('platform/http/')) break
      }
      const names = stacks.flatMap((stack) => stack.match(OURS) ?? [])
      return [...new Set(names.toReversed())]
    },
    stop() {
      hook.disable()
      Error.stackTraceLimit = limit
    },
  }
}

/** Without the frames of what awaits, which the chain holds already. */
function ownStack(): string {
  return (new Error('trace').stack ?? '').replaceAll(/^ +at async .*$/gm, '')
}
