/**
 * What is the same for every kind of key that signs in beside the password: its card on an account page, its renaming and removal, an operator's
 * removal of all of them, each with its letter. Each kind is a room above, with its own tables, its ceremony and its sentences. `sign-in` knows the kinds as a list of `Factor`.
 */
export {
  type ChangeRefusal,
  type ChosenKey,
  changeFactor,
  type RenameRefusal,
  type Renaming,
  removalByOperator,
  renameFactor,
} from './change-factor.ts'
export { factorRoutes, keptName, type RefusedRenaming } from './change-routes.ts'
export {
  type CardsView,
  type FactorForms,
  type FactorItem,
  factorCard,
  renamingFaults,
  type TypedName,
} from './pages/factor-card.ts'
export { type RecentRemoved, recentSince } from './recent.ts'
export { FACTORS } from './room.ts'
