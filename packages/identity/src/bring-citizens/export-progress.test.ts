import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fillTables } from '../../testing/crowd.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService } from '../../testing/test-service.ts'
import { CITIZENS_A_WORD, exportCitizens } from './export-citizens.ts'

// A server of Citus has no statistics of rows that are on others.
testOnOneServer('an export says of about how many citizens it has written how many', async () => {
  const service = await startTestService()
  const folder = mkdtempSync(join(tmpdir(), 'portico-export-'))
  try {
    const nowSeconds = service.clock.now()
    await fillTables(service.database, { citizens: 2 * CITIZENS_A_WORD, nowSeconds, clientId: 'permits' })
    await service.database.db.query`analyze citizens`
    const lines: string[] = []
    const needs = {
      ...{ ...service.foundation, by: TEST_ORDER, stopped: new AbortController().signal },
      progress: (line: string) => void lines.push(line),
    }
    const done = await exportCitizens(needs, { file: join(folder, 'all.jsonl'), withHashes: false })
    expect(done.ok && done.value).toBe(2 * CITIZENS_A_WORD)
    expect(lines).toEqual([
      '20000 of about 40000 (50 %) citizens written',
      '40000 of about 40000 (100 %) citizens written',
    ])
  } finally {
    rmSync(folder, { recursive: true })
    await service.close()
  }
})
