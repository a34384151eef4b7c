import type { MachineKeys } from '../moments/index.ts'
import { HEADS } from '../room-heads.ts'

/** How machines are known, where a room of this build knows it. */
export function findMachineKeys(): Promise<MachineKeys> | undefined {
  const [load] = Object.values(HEADS).flatMap(({ machineKeys }) => machineKeys ?? [])
  return load?.()
}
