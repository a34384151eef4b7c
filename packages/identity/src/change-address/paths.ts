/** The page where a citizen asks for a new address. */
export const CHANGE_ADDRESS_PAGE = '/account/address/'

/** The form of that page which stops a change. */
export const STOP_CHANGE = '/account/address/stop/'
