/** For `define`: the program and the style of the HTML report. */
export function pageParts(): { readonly KEELSON_PAGE: string };
