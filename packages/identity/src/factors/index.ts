/**
 * What is the same for every kind of key that signs in beside the password: its card on an account page, and the letters about it. Each kind is a
 * room above, with its own tables, its ceremony and its sentences. `sign-in` knows the kinds as a list of `Factor`.
 */
export { type News, type NewsFacts, type NewsText, newsLetter, postNews, type YoungRemoved } from './news.ts'
export {
  type CardsView,
  type FactorItem,
  factorCard,
  type RefusedName,
  renamingFaults,
} from './pages/factor-card.ts'
export { FACTORS } from './room.ts'
