import { closeCitizen } from '../citizens/index.ts'
import { forgiveCitizen } from '../guesses/index.ts'
import { eraseCitizen, forgiveInRooms } from '../rooms.ts'
import { changing } from './citizen.ts'

/** Lets browsers that the account does not know try again, after wrong passwords in a row. */
export const FORGIVE_FAILURES = changing({
  useCase: (needs, request) => forgiveCitizen({ ...needs, forgive: forgiveInRooms }, request),
  done: 'may sign in with a new browser again; a wait after wrong passwords goes on until its end',
  already: 'had no wrong passwords in a row; a wait after wrong passwords goes on until its end',
})

/** Closes an account. */
export const CLOSE = changing({
  useCase: (needs, request) => closeCitizen({ ...needs, erase: eraseCitizen }, request),
  done: 'is closed: all access has ended, the personal data are erased, the address is free',
  already: 'was closed already',
})
