import { type Html, html } from '../../platform/html.ts'

const page = {
  refused: (at: Html) => html`A page refused on ${at}.`,
  named: (page: Html, why: Html) => html`The log has it as ${page}, ${why}.`,
  until: (until: Html) => html`It refuses until ${until}.`,
  over: (until: Html) => html`That was over on ${until}.`,
  again: 'That is over. Please try once more.',
  wait: (until: Html) => html`Wait until ${until}.`,
  linksWork: 'A link that you have already works until its time is over.',
}

/** Why a page refused, in English. */
export const en = {
  findings: {
    'page-refused-network': {
      ...page,
      what: 'Too many requests came from the caller’s network. Everybody counts who has the same connection, such as an office, a hotel or a telephone company.',
      tell: 'Too many requests came from your network, maybe from others in it.',
      wait: (until: Html) =>
        html`Wait until ${until}, or use another connection, such as that of a mobile phone.`,
    },
    'page-refused-address': {
      ...page,
      what: 'Too much was asked for one e-mail address, by the caller or by somebody else. Ask for the address, and search for it: then you see what became of its emails.',
      tell: 'Too much was asked for this e-mail address. Look for the newest email, also in the spam folder.',
    },
    'page-refused-account': {
      ...page,
      what: 'The account did this too often in a short time.',
      tell: 'You did this too often in a short time.',
    },
    'page-refused-guesses': {
      ...page,
      what: 'Too many wrong passwords or codes came from this place or this browser. “Forgotten your password?” does not have to wait.',
      tell: 'Too many passwords or codes were wrong.',
      wait: (until: Html) => html`Press “Forgotten your password?”, or wait until ${until}.`,
    },
    'page-refused-mail-again': {
      ...page,
      what: 'The last mail was sent a moment ago and may still come. It is not sent again so soon.',
      tell: 'The last mail may still come. Look for it among the unwanted mail, too.',
    },
    'page-refused-no-cookie': {
      ...page,
      what: 'The browser sent none of our cookies: it refuses them, it is private and was closed, or another site shows our page in a frame.',
      tell: 'Allow cookies for our site, or use another browser. Open the page in a window of its own, and send the form again.',
    },
    'page-refused-foreign-form': {
      ...page,
      what: 'Nothing said that the form came from a page of ours: another site sent it, or something in the browser changed it.',
      tell: 'Type our address yourself, or begin at the program. Turn off what changes pages in your browser. Then send the form again.',
    },
    'page-refused-old-form': {
      ...page,
      what: 'The page of the form was older than the last sign-in or sign-out in this browser, or the browser had lost our cookies.',
      tell: 'Load the page again, and fill in the form once more.',
    },
    'page-refused-unreadable': {
      ...page,
      what: 'Something in the address or the form was missing, damaged or too long.',
      tell: 'Begin again at the program or at our page, and not from a bookmark or the button “Back”.',
    },
    'page-refused-program': {
      ...page,
      what: 'The program that sent the caller is not known to us, or it is disabled. Search for the program by its name.',
      tell: 'The program that sent you cannot sign you in. Tell the people who run it.',
    },
    'page-refused-return-address': {
      ...page,
      what: 'The program named no address to return to, or one that is not registered for it. Whoever runs the program has to mend that.',
      tell: 'The program that sent you has a fault. Tell the people who run it.',
    },
    'page-refused-late': {
      ...page,
      what: 'The program’s request had waited for an hour, or belonged to another browser.',
      tell: 'Go back to the program, and sign in there once more.',
    },
    'page-refused-link': {
      ...page,
      what: 'The link or the code of a mail was used before, too old, replaced by a newer one, or incomplete.',
      tell: 'Use the newest mail, or ask for another one.',
    },
    'page-refused-new-browser': {
      ...page,
      what: 'After many wrong passwords in a row, the account takes no password in a browser that it does not know. A mailed link opens this browser.',
      tell: 'Ask for the link on that page, and open it in the same browser.',
    },
    'page-refused-unverified': {
      ...page,
      what: 'The program takes only accounts whose address is verified.',
      tell: 'On that page, press the button that sends a link, and open it.',
    },
    'page-refused-our-fault': {
      ...page,
      what: 'The service could not answer: it was busy, it had a fault, or it could not send mail. The log has the number.',
      tell: 'That was our fault. Please try again in a few minutes.',
    },
    'page-refused-otherwise': {
      ...page,
      what: 'Only the log names the reason.',
      tell: 'Do what the page says. If that does not help, read it to me.',
    },
  },
}

/** What is the same for each of them. */
export type PageWords = typeof page

/** The entries of every language. */
export type RefusalWords = typeof en
