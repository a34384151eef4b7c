/** What an operator may do, from the least to the most. Each may do what those before it may. */
export const ROLES = ['reader', 'support', 'security', 'administrator'] as const

/** One of these roles. */
export type Role = (typeof ROLES)[number]

/** What each role is for, in one sentence for operators. */
export const ROLE_MEANS: Readonly<Record<Role, string>> = {
  reader: 'sees how the service is, and no citizen',
  support: 'answers citizens: sees one citizen at a time, masked',
  security: 'follows attacks: sees the audit and network addresses too',
  administrator: 'also sees operators, programs, keys and settings in full',
}

/** Reads a role by its name. */
export function readRole(name: string): Role | undefined {
  return ROLES.find((role) => role === name)
}

/** Whether a role may do what needs another one. */
export function mayAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
