/** A word that needs an explanation in a name. */
export interface HardWord {
  /** As it stands in a file name; in identifiers, `hold-proven` is `holdProven`. */
  readonly word: string
  /** `anywhere` in a name; or only where it is the `whole` name, because with an object it says what it means. */
  readonly where: 'anywhere' | 'whole'
  /** What it may mean here, in a word of the field. */
  readonly instead: string
}

/** Metaphors, and words that say too little. */
export const HARD_WORDS: readonly HardWord[] = [
  { word: 'purse', where: 'anywhere', instead: 'counters that are kept in this process' },
  { word: 'holding', where: 'anywhere', instead: 'a reserved part of a limit' },
  { word: 'keeper', where: 'anywhere', instead: 'what it does: renews, restarts, watches' },
  { word: 'deed', where: 'anywhere', instead: 'action' },
  { word: 'deeds', where: 'anywhere', instead: 'actions' },
  { word: 'desk', where: 'anywhere', instead: 'endpoint, service' },
  { word: 'heed', where: 'anywhere', instead: 'handle, follow' },
  { word: 'errand', where: 'anywhere', instead: 'task' },
  { word: 'shot', where: 'anywhere', instead: 'request' },
  { word: 'shots', where: 'anywhere', instead: 'requests' },
  { word: 'ground', where: 'anywhere', instead: 'environment' },
  { word: 'salvo', where: 'anywhere', instead: 'burst' },
  { word: 'haystack', where: 'anywhere', instead: 'rows' },
  { word: 'needle', where: 'anywhere', instead: 'row' },
  { word: 'needles', where: 'anywhere', instead: 'rows' },
  { word: 'hold-proven', where: 'anywhere', instead: 'lock, and the row' },
  { word: 'hold', where: 'whole', instead: 'lock' },
  { word: 'take', where: 'whole', instead: 'spend, reserve' },
  { word: 'look', where: 'whole', instead: 'read, check' },
  { word: 'line', where: 'whole', instead: 'connection, queue' },
  { word: 'paper', where: 'whole', instead: 'report' },
  { word: 'papers', where: 'whole', instead: 'reports' },
]
