/**
 * An act of an operator on a citizen waits for the consent of another operator, where `PORTICO_FOUR_EYES` names it (decision 116). The room keeps what was asked for, by whom and
 * why, for an hour, and says who may consent or withdraw. What the act does, and what it would do, it does not know: whoever asks and whoever
 * consents tries the act and does it.
 *
 * It reaches the command by its head (`consents`). The room can be taken away: then a setting that names acts stops them.
 */
export { FOUR_EYES } from './room.ts'
