import { keptIn, type SignedInRequest } from '../hosted-page/index.ts'
import { PATHS, type ProvenPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Awaitable, Result } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import { type GuardNeeds, provenFormRoute } from '../sign-in/index.ts'
import type { ChangeRefusal, ChosenKey, RenameRefusal, Renaming } from './change-factor.ts'
import type { FactorForms, TypedName } from './pages/factor-card.ts'

/** The page of a kind of keys, and what its forms do. */
export interface FactorPage<Service> {
  readonly page: ProvenPage
  readonly forms: FactorForms
  readonly remove: (
    service: Service,
    request: SignedInRequest,
    chosen: ChosenKey,
  ) => Promise<Result<void, ChangeRefusal>>
  readonly rename: (
    service: Service,
    request: SignedInRequest,
    renaming: Renaming,
  ) => Promise<Result<void, RenameRefusal>>
  /** The page once more, with what was wrong with a name. */
  readonly again: (service: Service, request: SignedInRequest, said: RefusedRenaming) => Awaitable<Reply>
}

/** A name that was refused, or the limit. */
export type RefusedRenaming = { readonly renaming: TypedName } | { readonly trouble: Wait }

/** The name that a citizen typed for a key, before this browser was signed out. */
export function keptName(
  request: SignedInRequest,
  renamePath: string,
  idField: 'app' | 'passkey',
): TypedName | undefined {
  const { name, [idField]: id } = keptIn(request, renamePath) ?? {}
  return name === undefined || id === undefined ? undefined : { id, name, isKept: true }
}

/** The forms that remove and rename one key of the citizen. */
export function factorRoutes<Service extends GuardNeeds>(
  service: Service,
  { page, forms, remove, rename, again }: FactorPage<Service>,
): readonly Route[] {
  const { idField, removePath, renamePath } = forms
  const awayFrom = (refusal: ChangeRefusal) => redirect(303, refusal === 'not-recent' ? page : PATHS.login)

  async function postRemoval(request: SignedInRequest, form: Parameters): Promise<Reply> {
    const { origin } = request
    const removed = await remove(service, request, { id: form.text(idField), origin })
    return removed.ok ? redirect(303, `${page}?notice=removed`) : awayFrom(removed.refusal)
  }

  async function postName(request: SignedInRequest, form: Parameters): Promise<Reply> {
    const { origin } = request
    const [id, name] = [form.text(idField), form.text('name')]
    const renamed = await rename(service, request, { id, name, origin })
    if (renamed.ok) return redirect(303, `${page}?notice=renamed`)
    const { refusal } = renamed
    if (refusal === 'bad-name') return again(service, request, { renaming: { id, name } })
    return typeof refusal === 'object' ? again(service, request, { trouble: refusal }) : awayFrom(refusal)
  }

  return [
    provenFormRoute(service, { page, path: removePath }, postRemoval),
    provenFormRoute(service, { page, path: renamePath }, postName),
  ]
}
