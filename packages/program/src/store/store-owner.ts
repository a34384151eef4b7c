/** The program that a store belongs to: its client at an identity service. */
export interface StoreOwner {
  readonly issuer: string
  readonly clientId: string
}

/** What `migrate` is told of the program that calls it. */
export interface MigrateOptions {
  /** The store belongs to this program from now on, whoever had it before: the program has got another client id. */
  readonly takesOver?: boolean
}

/** The store belongs to another program. With it, the tokens of one program would open the other. */
export class StoreOfAnotherProgram extends Error {
  override readonly name = 'StoreOfAnotherProgram'

  constructor(owner: StoreOwner, program: StoreOwner) {
    super(
      `This store belongs to the program ${described(owner)}, and this is ${described(program)}: give this program a store of its own (SSO_STORE_NAME, or a database), or, if it is the same program with another client id or issuer, run "npx portico-program migrate --take-over".`,
    )
  }
}

function described({ issuer, clientId }: StoreOwner): string {
  return `${JSON.stringify(clientId)} at ${issuer}`
}

/** Whether two owners are the same program. */
export function isSameOwner(one: StoreOwner, another: StoreOwner): boolean {
  return one.issuer === another.issuer && one.clientId === another.clientId
}

/**
 * The owner to write, or null if there is nothing to write. Throws if the store belongs to another program. A store that
 * nobody owns yet comes from an earlier release or is new.
 */
export function ownerToWrite(
  owner: StoreOwner | null,
  program: StoreOwner | undefined,
  { takesOver = false }: MigrateOptions,
): StoreOwner | null {
  if (!program || (owner && isSameOwner(owner, program))) return null
  if (owner && !takesOver) throw new StoreOfAnotherProgram(owner, program)
  return { issuer: program.issuer, clientId: program.clientId }
}

/** The owner in the columns of a meta table, or null. A table of an earlier release does not have them. */
export function ownerIn(meta: Readonly<Record<string, unknown>> | undefined): StoreOwner | null {
  const { issuer, client_id: clientId } = meta ?? {}
  return typeof issuer === 'string' && typeof clientId === 'string' ? { issuer, clientId } : null
}

/** The name that a store has if its program gives it none. */
export const USUAL_STORE_NAME = 'sso'

/** What a name of a store must be, so that the names of all tables and indexes are short enough for every server. */
export const STORE_NAME_RULE = 'must be at most 32 lower-case letters, digits and _'

/** Whether a schema can have this name, and names of tables can begin with it. */
export function isStoreName(name: string): boolean {
  return /^[a-z_][a-z0-9_]{0,31}$/.test(name)
}

/** What the names of the tables begin with. Throws if the name of the store cannot be a part of them. */
export function tablePrefixOf(name: string, store: string): string {
  if (isStoreName(name)) return `${name}_`
  throw new Error(`${store}: name ${JSON.stringify(name)} ${STORE_NAME_RULE}`)
}

/** A statement of a store whose tables begin with another prefix. Only names are in its text, and no values. */
export function withPrefix(text: string, prefix: string): string {
  return text.replace(/\bsso_/g, prefix)
}
