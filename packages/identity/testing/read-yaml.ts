import { parseAllDocuments } from 'yaml'

/** The documents of a text in YAML 1.1, as Kubernetes and Docker Compose read it: with merges (`<<`), and 0440 is octal. Throws where it is none. An empty document is left out. */
export function readYaml(text: string): readonly unknown[] {
  return parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
    const [fault] = 'errors' in document ? document.errors : []
    if (fault) throw fault
    const value: unknown = document.toJS()
    return value === null ? [] : [value]
  })
}
