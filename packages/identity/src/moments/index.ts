/**
 * The moments of one room at which others do something, in its transaction: a recovery by mail, the end of everything, a sign-in with
 * more than the password, an operator's order, the showing of a page, the home of an account. And what waits before it happens: how it is stopped and carried out. And the frame of what a signed-in citizen does: the lock, the transaction, the mail. A room lists what it does (`room.ts`), and the room of the moment knows no other room's name.
 */

export { actSignedIn } from './act-signed-in.ts'
export {
  type AtMoment,
  afterRecoveryIn,
  earliestClosingIn,
  type HelpFormerOwner,
  helpFormerOwnerIn,
  inEachRoom,
  type KeepOpen,
  keepOpenIn,
  type OtherLetter,
  type RecentFactors,
  type RoomAtMoments,
} from './at-moments.ts'
export type {
  ChangesByFile,
  FileFaults,
  PlanNeeds,
  PlannedChanges,
  ReadFileNeeds,
  UnfitFile,
  WantedByFile,
  WritesFile,
} from './changes-by-file.ts'
export type {
  ActNeeds,
  CitizenList,
  CitizenOrder,
  CitizensAct,
  ListedValue,
  OrderAnswer,
  OrderWithOptions,
  OwnDataOfRooms,
  RefusedOrder,
  RoomForOperators,
  SpendsForCitizen,
} from './citizen-orders.ts'
export type {
  AskedAct,
  ConsentNeeds,
  ConsentRefusal,
  Consents,
  WaitingAct,
} from './consents.ts'
export type { ActWords, ChangeWords, ConsoleAct, WhyNothing } from './console-act.ts'
export type {
  AddMachineKeyRefusal,
  KnownMachineKey,
  MachineKey,
  MachineKeys,
  MachineStep,
} from './machine-keys.ts'
export {
  type HomeSeen,
  type HomeTold,
  homeIn,
  type OnHome,
  type RoomOnHome,
  type ShowsHome,
  type WayTold,
} from './on-home.ts'
export { type AsksOnPages, type OnPage, onPagesIn, type RoomOnPages } from './on-page.ts'
export type { AskNeeds, Question, Verdict } from './questions.ts'
export type { Report, ReportNeeds, RoomBeside } from './reports.ts'
export {
  type AskedFact,
  type DoneFact,
  type EffectFact,
  type Fact,
  type LetterFact,
  type RefusalFact,
  type Said,
  type Told,
  tellSame,
  toldBeside,
} from './told.ts'
export { carryOutDue, type DueStep, type StopWaiting, stopBecause, stopOwn } from './what-waits.ts'
