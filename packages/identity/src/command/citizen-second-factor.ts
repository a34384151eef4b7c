import { changing, letterNeeds } from './citizen.ts'

/** Removes the apps and the recovery codes of a citizen. The room loads libraries, so it is loaded only here. */
export const citizenResetSecondFactor = changing({
  verb: 'reset-second-factor',
  summary: 'Remove every app for codes and every recovery code of a citizen, who signs in with the password',
  useCase: async (database, request, call) => {
    const { resetSecondFactor } = await import('../second-factor/index.ts')
    return resetSecondFactor(await letterNeeds(database, call), request)
  },
  done: 'is asked for no code any more',
  already: 'was asked for no code',
})
