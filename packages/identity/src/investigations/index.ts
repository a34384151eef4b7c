/**
 * Investigations hold back what citizens read of the looks of operators (decision 130). While one runs on an account, its page Activity and the copy of its data do not tell
 * that operators looked, nor that it runs; when it is over, by its end or by an operator, they tell all of it, with its true times. The audit has everything at once. The room keeps which account, by whom, since
 * when and until when; which events are held back, their rooms say (`heldBack`), and `activity` asks the table.
 */
export { countInvestigations } from './investigation-store.ts'
export { INVESTIGATIONS } from './room.ts'
