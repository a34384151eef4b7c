/**
 * The parent of several processes: what a process that serves alone never loads. Apart from the other door, because a command that ends
 * at once would spend a tenth of its time on `node:cluster`.
 */
export type { AllProcesses } from './all-processes.ts'
export { type ParentSignals, type ParentWords, serveInProcesses } from './serve-in-processes.ts'
