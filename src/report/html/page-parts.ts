/** What the build has made of `browser/`: the program of the page, and its style. scripts/page-parts.mjs makes both. */
declare const KEELSON_PAGE: { readonly script: string; readonly style: string };

/** The program of every page, and its style. */
export const pageParts = KEELSON_PAGE;
