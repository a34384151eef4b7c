/** The limits of the contract (section 8). */
export const CONTRACT_LIMITS = {
  registerPerIpHour: 10,
  registerPerEmailHour: 3,
  recoverPerIpHour: 10,
  recoverPerEmailHour: 3,
  tokenPerIpMinute: 120,
  introspectPerIpMinute: 1500,
}
