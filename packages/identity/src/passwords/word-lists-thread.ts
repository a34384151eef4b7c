import { parentPort } from 'node:worker_threads'
import { readWordLists } from './word-lists.ts'

// A thread of its own, which ends after reading the lists: a sixth of a second of work, and most of its memory is
// garbage afterwards.
const tables = readWordLists()
const { words, beginnings } = tables
parentPort?.postMessage(
  tables,
  [words.hashes, words.numbers, beginnings.hashes, beginnings.numbers].map(({ buffer }) => buffer),
)
