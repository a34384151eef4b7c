import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** What a statement does with a table. `shapes`: it creates, alters or drops the table. */
export type Use = 'reads' | 'locks' | 'writes' | 'shapes'

/** One table in one statement. */
export interface TableUse {
  readonly table: string
  readonly use: Use
  /** The lock strength in PostgreSQL's words, if the statement locks its rows. */
  readonly lock?: string
}

type Tree = { readonly [key: string]: unknown }

/** Names of `with` queries that hide tables of the same name. */
type Hidden = ReadonlySet<string>

const LOCKS: Readonly<Record<string, string>> = {
  LCS_FORKEYSHARE: 'for key share',
  LCS_FORSHARE: 'for share',
  LCS_FORNOKEYUPDATE: 'for no key update',
  LCS_FORUPDATE: 'for update',
}

/** Functions whose first argument names a table. */
const NAMING = /^(pg_(relation|table|indexes|total_relation)_size|to_regclass)$/
/** Functions that run a text as a statement. */
const RUNNING = /^((query|table|schema|database|cursor)_to_xml|dblink)/

/** Every table in an SQL text and how it is used, by PostgreSQL's own parser. Throws if the use is unknown. */
export function tablesUsed(sql: string): readonly TableUse[] {
  const uses: TableUse[] = []
  for (const { stmt } of parseSync(sql).stmts ?? []) visitStatement(stmt as Tree, new Set(), uses)
  const seen = new Set<string>()
  return uses.filter((use) => {
    const key = JSON.stringify(use)
    return !seen.has(key) && seen.add(key)
  })
}

type Visit = (parts: Tree, hidden: Hidden, uses: TableUse[]) => void

const touchesNoTable: Visit = () => undefined
const shapesOne: Visit = ({ relation }, _hidden, uses) => note(relation, 'shapes', uses)

/** Every kind of statement that this check can read. */
const KINDS: Readonly<Record<string, Visit>> = {
  SelectStmt: visitSelect,
  InsertStmt: visitWrite,
  UpdateStmt: visitWrite,
  DeleteStmt: visitWrite,
  MergeStmt: visitWrite,
  CopyStmt: visitCopy,
  LockStmt: ({ relations }, _hidden, uses) => noteAll(relations, 'locks', uses),
  TruncateStmt: ({ relations }, _hidden, uses) => noteAll(relations, 'writes', uses),
  ExplainStmt: ({ query }, hidden, uses) => visit(query, hidden, uses),
  DeclareCursorStmt: ({ query }, hidden, uses) => visit(query, hidden, uses),
  FetchStmt: touchesNoTable,
  ClosePortalStmt: touchesNoTable,
  CreateStmt: shapesOne,
  AlterTableStmt: (parts, hidden, uses) =>
    parts['objtype'] === 'OBJECT_VIEW' ? undefined : shapesOne(parts, hidden, uses),
  // No room owns a view, so a statement of a room that names one is refused.
  ViewStmt: ({ query }, hidden, uses) => visit(query, hidden, uses),
  IndexStmt: shapesOne,
  CreateTrigStmt: shapesOne,
  CreateFunctionStmt: visitFunction,
  CreateTableAsStmt({ into, query }, hidden, uses) {
    note((into as Tree)['rel'], 'shapes', uses)
    visit(query, hidden, uses)
  },
  DropStmt: visitDrop,
  CommentStmt: visitComment,
  CreateSchemaStmt: touchesNoTable,
  CreatedbStmt: touchesNoTable,
  TransactionStmt: touchesNoTable,
  VariableSetStmt: touchesNoTable,
}

function visitStatement(tree: Tree, hidden: Hidden, uses: TableUse[]): void {
  const [kind = '', parts] = Object.entries(tree)[0] ?? []
  const visitKind = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!visitKind) throw new Error(`${kind} is a kind of statement that this check cannot read`)
  visitKind(parts as Tree, hidden, uses)
}

/** The words of a statement within the text of a function, which is in another language than SQL. */
const STATEMENTS = /\b(?:select|insert|update|delete|merge|truncate|execute|perform|from|into)\b/i

/** The function of a trigger may only compute: what it did to tables would be in a text of its own. Nobody else may have one. */
function visitFunction({ returnType, options }: Tree): void {
  if (!JSON.stringify(returnType).includes('"trigger"'))
    throw new Error('CreateFunctionStmt is a kind of statement that this check cannot read')
  if (STATEMENTS.test(JSON.stringify(options)))
    throw new Error('the function of a trigger does more than to compute')
}

function visitSelect(parts: Tree, outer: Hidden, uses: TableUse[]): void {
  const hidden = visitWith(parts['withClause'], outer, uses)
  const { lockingClause, intoClause, larg, rarg, ...rest } = parts
  if (intoClause) note((intoClause as Tree)['rel'], 'shapes', uses)
  if (larg) visitSelect(larg as Tree, hidden, uses)
  if (rarg) visitSelect(rarg as Tree, hidden, uses)
  visit({ ...rest, withClause: undefined }, hidden, uses)
  for (const one of (lockingClause ?? []) as readonly Tree[])
    visitLocking(one['LockingClause'] as Tree, parts['fromClause'], { hidden, uses })
}

/** Without `of`, every table in `from` is locked, also in subselects there. */
function visitLocking(
  { lockedRels, strength }: Tree,
  from: unknown,
  { hidden, uses }: { hidden: Hidden; uses: TableUse[] },
): void {
  const names = ((lockedRels ?? []) as readonly Tree[]).map((one) => (one['RangeVar'] as Tree)['relname'])
  const sources = names.length === 0 ? [from] : names.map((name) => sourceNamed(String(name), from))
  const locked: TableUse[] = []
  visit(sources, hidden, locked)
  const lock = LOCKS[String(strength)] ?? String(strength)
  for (const { table, use } of locked) if (use === 'reads') uses.push({ table, use: 'locks', lock })
}

/** The table or subselect with this name in `from`. */
function sourceNamed(name: string, from: unknown): unknown {
  if (Array.isArray(from)) return from.map((part) => sourceNamed(name, part)).find(Boolean)
  if (!isTree(from)) return undefined
  const [kind, body] = Object.entries(from)[0] ?? []
  if (!isTree(body)) return undefined
  if (kind === 'JoinExpr') return sourceNamed(name, [body['larg'], body['rarg']])
  const alias = isTree(body['alias']) ? body['alias']['aliasname'] : body['relname']
  return alias === name ? from : undefined
}

function visitWrite(parts: Tree, outer: Hidden, uses: TableUse[]): void {
  const hidden = visitWith(parts['withClause'], outer, uses)
  const { relation, ...rest } = parts
  note(relation, 'writes', uses)
  visit({ ...rest, withClause: undefined }, hidden, uses)
}

/** A `with` query sees the queries before it. With `recursive`, it sees all of them and itself. */
function visitWith(clause: unknown, outer: Hidden, uses: TableUse[]): Hidden {
  if (!isTree(clause)) return outer
  const queries = (clause['ctes'] as readonly Tree[]).map((one) => one['CommonTableExpr'] as Tree)
  const names = queries.map((query) => String(query['ctename']))
  queries.forEach((query, index) => {
    const visible = clause['recursive'] === true ? names : names.slice(0, index)
    visit(query['ctequery'], new Set([...outer, ...visible]), uses)
  })
  return new Set([...outer, ...names])
}

function visitCopy({ relation, query, is_from: isFrom }: Tree, hidden: Hidden, uses: TableUse[]): void {
  if (relation) note(relation, isFrom === true ? 'writes' : 'reads', uses)
  visit(query, hidden, uses)
}

function visitDrop({ objects, removeType }: Tree, _hidden: Hidden, uses: TableUse[]): void {
  if (removeType !== 'OBJECT_TABLE') return
  for (const one of objects as readonly Tree[]) noteList(one, uses)
}

function visitComment({ object, objtype }: Tree, _hidden: Hidden, uses: TableUse[]): void {
  if (objtype === 'OBJECT_TABLE') noteList(object as Tree, uses)
}

/** A table that a statement names by a list of words. */
function noteList(named: Tree, uses: TableUse[]): void {
  const items = (named['List'] as Tree)['items'] as readonly Tree[]
  uses.push({ table: items.map((item) => (item['String'] as Tree)['sval']).join('.'), use: 'shapes' })
}

/** The parts of a statement: tables that are read, further statements, and functions with a table's name as argument. */
function visit(node: unknown, hidden: Hidden, uses: TableUse[]): void {
  if (Array.isArray(node)) for (const one of node) visit(one, hidden, uses)
  if (isTree(node)) for (const [key, value] of Object.entries(node)) visitPart(key, value, { hidden, uses })
}

function visitPart(
  key: string,
  value: unknown,
  { hidden, uses }: { readonly hidden: Hidden; readonly uses: TableUse[] },
): void {
  if (/^[A-Z]\w*Stmt$/.test(key) && isTree(value)) return visitStatement({ [key]: value }, hidden, uses)
  if (key === 'RangeVar') return noteRead(value as Tree, hidden, uses)
  if (key === 'FuncCall') visitCall(value as Tree, uses)
  if (key === 'TypeCast') visitCast(value as Tree, uses)
  visit(value, hidden, uses)
}

function visitCall({ funcname, args }: Tree, uses: TableUse[]): void {
  const name = String(((funcname as readonly Tree[]).at(-1)?.['String'] as Tree)['sval'])
  if (RUNNING.test(name)) throw new Error(`${name}() runs a text that this check cannot read`)
  const named = NAMING.test(name) ? textOf((args as readonly unknown[])[0]) : undefined
  if (named !== undefined) noteName(named, uses)
}

function visitCast({ arg, typeName }: Tree, uses: TableUse[]): void {
  const name = ((typeName as Tree)['names'] as readonly Tree[]).at(-1)?.['String'] as Tree
  const named = name['sval'] === 'regclass' ? textOf(arg) : undefined
  if (named !== undefined) noteName(named, uses)
}

function textOf(node: unknown): string | undefined {
  const constant = isTree(node) && isTree(node['A_Const']) ? node['A_Const']['sval'] : undefined
  return isTree(constant) ? String(constant['sval'] ?? '') : undefined
}

function noteRead(relation: Tree, hidden: Hidden, uses: TableUse[]): void {
  if (relation['schemaname'] === undefined && hidden.has(String(relation['relname']))) return
  note(relation, 'reads', uses)
}

function noteAll(relations: unknown, use: Use, uses: TableUse[]): void {
  for (const one of relations as readonly Tree[]) note(one['RangeVar'], use, uses)
}

function note(relation: unknown, use: Use, uses: TableUse[]): void {
  const { schemaname, relname } = relation as Tree
  const isPublic = schemaname === undefined || schemaname === 'public'
  const table = isPublic ? String(relname) : `${String(schemaname)}.${String(relname)}`
  if (!isCatalog(table)) uses.push({ table, use })
}

function noteName(table: string, uses: TableUse[]): void {
  if (!isCatalog(table)) uses.push({ table, use: 'reads' })
}

/** PostgreSQL's own tables belong to no room. */
function isCatalog(table: string): boolean {
  return /^(pg_|information_schema\.)/.test(table)
}

function isTree(node: unknown): node is Tree {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
}
