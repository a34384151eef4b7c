import type { Metric } from '../platform/metric.ts'
import type { Room } from '../platform/room/room.ts'
import type { RoomWithForeignPasswords } from '../sign-in/index.ts'
import { openForeignPasswords } from './open-foreign-passwords.ts'

/** Passwords that citizens bring. */
export const FOREIGN_PASSWORDS = {
  foreignPasswords: openForeignPasswords,
  metrics: ({
    foreignPasswords,
  }: {
    readonly foreignPasswords?: { readonly metrics: readonly Metric[] } | undefined
  }) => foreignPasswords?.metrics ?? [],
} satisfies Room & RoomWithForeignPasswords
