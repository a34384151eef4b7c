/** The columns that `sessionRow` reads. */
export const SESSION_COLUMNS = `s.id, s.account_id, s.issuer, s.subject, s.created_at, s.expires_at, s.last_used_at,
  s.central_checked_at, s.central_access_expires_at, s.generation, s.ended_cause, s.authenticated_at, s.acr,
  s.device_browser, s.device_system, s.device_ip, clock_timestamp() as read_at`
