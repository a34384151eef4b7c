import { CLIENT_FILE } from './client-file.ts'
import type { JsonSchema } from './shape.ts'

/** What an editor needs to complete a file of clients and to find its faults. */
export const CLIENT_FILE_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Portico: a file of clients',
  ...CLIENT_FILE.schema,
}
