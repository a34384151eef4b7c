/** The keys of a record whose type names all of them. Never call it with an object that may have others. */
export function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(record) as Name[]
}
