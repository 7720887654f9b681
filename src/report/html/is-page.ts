/** How every page begins. */
export const PAGE_BEGINS = '<!doctype html>\n<html lang="en" data-written-by="keelson">';

/** Whether a text is a page that this program has written. */
export function isPage(text: string): boolean {
  return text.startsWith(PAGE_BEGINS);
}
