/**
 * Line ends of content that is handed in: a page that ends every line with CRLF keeps doing so.
 * Invariant: text is changed only where the page is uniform and the new text holds a lone LF.
 */

/** Whether a text has line ends and every one of them is CRLF. */
export function isCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text) && !/\r(?!\n)/.test(text);
}

/** The text with every line end written as CRLF. */
export function toCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** The text as a page with these line ends would hold it. `page` is the text whose line ends decide. */
export function matchLineEnds(text: string, page: string): string {
  return isCrlf(page) ? toCrlf(text) : text;
}
