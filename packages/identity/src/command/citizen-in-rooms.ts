import { CITIZEN_WORDS, closeCitizen } from '../citizens/index.ts'
import { forgiveCitizen } from '../guesses/index.ts'
import { eraseCitizen, forgiveInRooms } from '../rooms.ts'
import { changing } from './citizen.ts'

const { acts } = CITIZEN_WORDS.en

/** Lets browsers that the account does not know try again, after wrong passwords in a row. */
export const FORGIVE_FAILURES = changing({
  useCase: (needs, request) => forgiveCitizen({ ...needs, forgive: forgiveInRooms }, request),
  words: acts.forgive,
})

/** Closes an account. */
export const CLOSE = changing({
  useCase: (needs, request) => closeCitizen({ ...needs, erase: eraseCitizen }, request),
  words: acts.close,
})
