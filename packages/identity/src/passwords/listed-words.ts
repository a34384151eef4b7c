import { Worker } from 'node:worker_threads'
import type { Vocabulary } from './vocabulary.ts'
import type { WordTables } from './word-lists.ts'
import { numberOf } from './word-table.ts'

let loading: Promise<Vocabulary> | undefined

const TENTHS = 10

/** A small young generation halves the memory that the thread leaves behind. */
const THREAD = { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 1 } }

/**
 * The words that attackers try first. They are loaded in the background when the first password is set, so neither the
 * start nor another request waits for them.
 */
export function listedWords(): Promise<Vocabulary> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Vocabulary> {
  const thread = new Worker(new URL('./word-lists-thread.ts', import.meta.url), THREAD)
  const { words, beginnings, lengths } = await firstMessage(thread)
  return {
    kind: 'listed',
    lengths,
    magnitudeOf: (hash) => {
      const tenths = numberOf(words, hash)
      return tenths === undefined ? undefined : tenths / TENTHS
    },
    hasBeginning: (hash) => numberOf(beginnings, hash) !== undefined,
  }
}

function firstMessage(thread: Worker): Promise<WordTables> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}
