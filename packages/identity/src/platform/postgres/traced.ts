import type { Step, Tracer } from '../tracer.ts'
import { type CoalesceOptions, coalesce } from './coalesce.ts'
import type { DatabasePool } from './connect.ts'
import type { Database } from './database.ts'
import type { HotPool } from './hot-pool.ts'

/** A pool whose statements and transactions are steps of the requests that ask. */
export function tracedPool(pool: DatabasePool, name: string, tracer: Tracer): DatabasePool {
  return { ...tracedDatabase(pool, name, tracer), load: () => pool.load(), close: () => pool.close() }
}

/** The same for a pool of hot statements. */
export function tracedHotPool(pool: HotPool, name: string, tracer: Tracer): HotPool {
  const parts = new WeakMap<Database, Database>()
  return {
    ...tracedPool(pool, name, tracer),
    near: async (citizenId) => tracedDatabase(await pool.near(citizenId), name, tracer),
    async part(citizenId) {
      const part = await pool.part(citizenId)
      if (!part) return undefined
      const traced = parts.get(part) ?? tracedDatabase(part, name, tracer)
      parts.set(part, traced)
      return traced
    },
  }
}

function tracedDatabase(db: Database, pool: string, tracer: Tracer): Database {
  return {
    layout: () => db.layout(),
    query: (statement, ...values) =>
      tracer.step(stepOf(summaryOf(statement), pool), () => db.query(statement, ...values)),
    transaction: (work) =>
      tracer.step(stepOf('transaction', pool), () =>
        db.transaction((tx) => work(tracedDatabase(tx, pool, tracer))),
      ),
  }
}

/** Names of OpenTelemetry, "Semantic conventions for database client spans". */
function stepOf(summary: string, pool: string): Step {
  return {
    name: summary,
    fields: { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'portico.pool': pool },
  }
}

const WRITES = /\b(insert into|delete from|(?<!do )update)\s+(\w+)(?=[\s(])/g
const MOST_WRITES = 3

const summaries = new WeakMap<TemplateStringsArray, string>()

/** The writes of a statement with their tables, or the first table that it reads, without any value. */
function summaryOf(statement: TemplateStringsArray): string {
  const known = summaries.get(statement)
  if (known !== undefined) return known
  const text = statement.join(' ')
  const writes = Array.from(text.matchAll(WRITES), ([, verb = '', table = '']) => `${verb} ${table}`)
  const words = [...new Set(writes)]
    .filter((each) => !/^update (?:set|skip|of)$/.test(each))
    .slice(0, MOST_WRITES)
  const [, read = ''] = /\bfrom\s+(\w+)/.exec(text) ?? []
  const made = words.join(', ') || `select ${read}`.trim()
  summaries.set(statement, made)
  return made
}

/** `coalesce` with a tracer: a statement that many requests share is a step of the first one, with links to the others. */
export function tracedCoalesce(tracer: Tracer): typeof coalesce {
  return (answerBatch, options) => {
    type Request = Parameters<typeof answerBatch>[0][number]
    const { key, ...others } = options
    const shared: CoalesceOptions<{ request: Request; asker: object | undefined }> = {
      ...others,
      ...(key && { key: ({ request }) => key(request) }),
    }
    const ask = coalesce(
      (asked: readonly { request: Request; asker: object | undefined }[]) =>
        tracer.forAll(
          asked.map(({ asker }) => asker),
          () => answerBatch(asked.map(({ request }) => request)),
        ),
      shared,
    )
    return (request) => ask({ request, asker: tracer.asker() })
  }
}
