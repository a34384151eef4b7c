import { lockClients } from '../clients/index.ts'
import type { ChangesByFile, PlannedChanges, WantedByFile } from '../moments/index.ts'
import { accepted, refused } from '../platform/result.ts'
import { carryOutChanges, deleteConnectionsOfRemoved } from './carry-out.ts'
import type { ClientChange } from './client-change.ts'
import { planChanges } from './plan-changes.ts'
import { readClientFile } from './read-file.ts'
import { changesJson, sayChanges, sayRemoved } from './say-changes.ts'
import type { Wanted } from './wanted.ts'

/** Reads a file of clients, and what it would change. */
export const readChanges: ChangesByFile['read'] = async (path, needs) => {
  const read = await readClientFile(path, needs)
  if (read.ok) return accepted({ plan: planning(read.value) })
  const { says, wanted } = read.refusal
  return refused({ says, ...(wanted && { planAllTheSame: planning(wanted) }) })
}

function planning(wanted: Wanted): WantedByFile['plan'] {
  return async ({ db, clock }, purpose) => {
    if (purpose === 'to change') await lockClients(db)
    const planned = await planChanges(db, wanted, clock.now())
    return planned.ok ? accepted(plannedChanges(planned.value)) : planned
  }
}

function plannedChanges(changes: readonly ClientChange[]): PlannedChanges {
  const json = changesJson(changes)
  const revisions = changes.map((change) => (change.kind === 'add' ? '' : change.client.revision))
  return {
    isEmpty: changes.length === 0,
    removes: sayRemoved(changes),
    json,
    lines: sayChanges(changes),
    identity: JSON.stringify([json, revisions]),
    carryOut: (needs) => carryOutChanges(needs, changes),
    after: (needs) => deleteConnectionsOfRemoved(needs, changes),
  }
}
