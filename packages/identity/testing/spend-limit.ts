import type { LimitKind } from '../src/rate-limits/index.ts'
import type { TestService } from './test-service.ts'

/** Spends all that a limit still allows somebody. */
export async function spendLimit({ service }: TestService, kind: LimitKind, who: string): Promise<void> {
  while ((await service.limits.spend(kind, who)).allowed);
}
