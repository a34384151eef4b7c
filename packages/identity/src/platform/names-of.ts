/** The keys of a record whose type names all of them. Never call it with an object that may have others. */
export function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(record) as Name[]
}

/** A record with the same keys. Never call it with an object that may have others. */
export function mapRecord<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Readonly<Record<Name, To>> {
  const made = namesOf(record).map((name) => [name, change(record[name], name)] as const)
  return Object.fromEntries(made) as Record<Name, To>
}
