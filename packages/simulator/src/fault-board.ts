import { FAULT_NAMES, type FaultName } from './fault.ts'

/** How long a fault lasts: for the next request that it concerns, until it is switched off, or not at all. */
export type FaultSetting = 'next' | 'always' | 'off'

/** Which faults are on. It is the only state that the pages, the API and the endpoints share. */
export interface FaultBoard {
  set(fault: FaultName, setting: FaultSetting): void
  clear(): void
  settings(): Readonly<Record<FaultName, FaultSetting>>
  /** Whether this fault is on. One that is on for the next request is switched off by this question. */
  take(fault: FaultName): boolean
  /** Asks for a fault in the sign-in with this state alone. */
  bindToSignIn(state: string, fault: FaultName): void
  /** The fault of the sign-in with this state. */
  ofSignIn(state: string): FaultName | undefined
  /** The sign-in with this state got this code. */
  bindToCode(state: string, code: string): void
  /** Whether the exchange of this code has this fault. */
  isBoundToCode(code: string, fault: FaultName): boolean
}

const MOST_REMEMBERED = 1_000

/** Makes a board on which every fault is off. `onWanted` is called for each fault that is switched on. */
export function createFaultBoard(onWanted: (fault: FaultName) => void): FaultBoard {
  const on = new Map<FaultName, FaultSetting>()
  const byState = new Map<string, FaultName>()
  const byCode = new Map<string, FaultName>()
  return {
    set(fault, setting) {
      on.set(fault, setting)
      if (setting !== 'off') onWanted(fault)
    },
    clear: () => {
      for (const map of [on, byState, byCode]) map.clear()
    },
    settings: () => {
      const all = FAULT_NAMES.map((name) => [name, on.get(name) ?? 'off'] as const)
      return Object.fromEntries(all) as Record<FaultName, FaultSetting>
    },
    take: (fault) => {
      const setting = on.get(fault) ?? 'off'
      if (setting === 'next') on.delete(fault)
      return setting !== 'off'
    },
    bindToSignIn(state, fault) {
      remember(byState, state, fault)
      onWanted(fault)
    },
    ofSignIn: (state) => byState.get(state),
    bindToCode: (state, code) => {
      const fault = byState.get(state)
      if (fault !== undefined) remember(byCode, code, fault)
    },
    isBoundToCode: (code, fault) => byCode.get(code) === fault,
  }
}

function remember(map: Map<string, FaultName>, key: string, fault: FaultName): void {
  const [oldest] = map.keys()
  if (map.size >= MOST_REMEMBERED && oldest !== undefined) map.delete(oldest)
  map.set(key, fault)
}
