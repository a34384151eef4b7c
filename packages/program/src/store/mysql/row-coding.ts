import type { Row } from '../rows.ts'
import type { StoreValue } from '../statements/index.ts'
import type { MysqlValue } from './driver.ts'

/**
 * A parameter for the driver. Text is sent and stored as the bytes of its UTF-8. So no collation makes two hashes, two
 * subjects or two account ids equal that differ in case or in spaces at the end. Instants are milliseconds since 1970.
 */
export function encoded(value: StoreValue): MysqlValue {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'string') return Buffer.from(value, 'utf8')
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return value
}

/** The rows of a result. Empty for a statement without rows. */
export function decodedRows(result: unknown): readonly Row[] {
  return Array.isArray(result) ? result.map(decoded) : []
}

function decoded(row: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, decodedValue(column, value)]),
  )
}

/** Text is in binary columns. Only sealed values are bytes. A number may be text, if the pool is set so. */
function decodedValue(column: string, value: unknown): unknown {
  if (Buffer.isBuffer(value) && !column.endsWith('sealed')) return value.toString('utf8')
  return typeof value === 'string' ? Number(value) : value
}

/** How many rows a statement wrote. */
export function writtenRows(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return 0
  return Number(result.affectedRows)
}
