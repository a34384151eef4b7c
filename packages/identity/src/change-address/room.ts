import { type RoomAtMoments, type RoomOnHome, stopBecause } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import { earliestClosing } from './address-change-store.ts'
import { carryOutChanges } from './carry-out-changes.ts'
import { CHANGE_ADDRESS_EVENTS } from './events.ts'
import { forgetChange } from './forget-change.ts'
import { helpFormerOwner } from './help-former-owner.ts'
import { CHANGE_ADDRESS_LIMITS } from './limits.ts'
import { ON_HOME } from './on-home.ts'
import { ownAddressChange } from './own-address-change.ts'
import { CHANGE_ADDRESS_PAGE } from './paths.ts'
import { changeAddressRoutes } from './routes.ts'
import { stopChange } from './stop-change.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

/** A new address for an account. */
export const CHANGE_ADDRESS = {
  routes: changeAddressRoutes,
  words: CHANGE_ADDRESS_WORDS,
  limits: CHANGE_ADDRESS_LIMITS,
  events: CHANGE_ADDRESS_EVENTS,
  erase: forgetChange,
  carryOut: carryOutChanges,
  recovered: stopBecause(stopChange, 'recovery'),
  revokeFactors: stopBecause(stopChange, 'was-not-me'),
  earliestClosing,
  helpFormerOwner,
  ownData: { address_change: ownAddressChange },
  onHome: ON_HOME,
  onProfile: {
    link: { path: CHANGE_ADDRESS_PAGE, label: partOf(CHANGE_ADDRESS_WORDS, ({ link }) => link) },
    beside: 'address',
  },
  onRecover: partOf(CHANGE_ADDRESS_WORDS, ({ lostMailbox }) => lostMailbox),
} satisfies Room & RoomAtMoments & RoomOnHome
