import { parseAllDocuments } from 'yaml'

/** The documents of a text in YAML, with merges (`<<`). Throws where it is none. An empty document is left out. */
export function readYaml(text: string): readonly unknown[] {
  return parseAllDocuments(text, { merge: true }).flatMap((document) => {
    const [fault] = 'errors' in document ? document.errors : []
    if (fault) throw fault
    const value: unknown = document.toJS()
    return value === null ? [] : [value]
  })
}
