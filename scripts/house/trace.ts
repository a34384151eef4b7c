import { createHook, executionAsyncId } from 'node:async_hooks'

/** The files of the service on the stacks that led to the current code. */
export interface Trace {
  /** From the route to here, without the HTTP server. */
  files(): readonly string[]
  stop(): void
}

const OURS = /packages\/identity\/src\/(?!platform\/http\/)[\w./-]+?\.ts/g

/**
 * Records the stack in which each asynchronous operation began. The stacks form a chain from the current code back to the
 * request.
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

/** Without the async frames, which the chain contains already. */
function ownStack(): string {
  return (new Error('trace').stack ?? '').replaceAll(/^ +at async .*$/gm, '')
}
