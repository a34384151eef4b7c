/**
 * What operators order from the console (decision 119). The console has no right on any table, no key and no way to write a letter. It writes here what an operator
 * wants, and reads what the service says: first what the act would do, and, once the operator has said yes, what was done. The room keeps the orders of a day. Who may order
 * what, and the act itself, are the matter of whoever takes an order (`command/carry-out-orders.ts`).
 */
export {
  answerOrder,
  confirmOrder,
  countTaken,
  countUnanswered,
  findOrder,
  insertOrder,
  type NewOrder,
  type OrderAnswer,
  type OrderState,
  type StoredOrder,
  takeOrder,
} from './order-store.ts'
export { CONSOLE_ORDERS } from './room.ts'
