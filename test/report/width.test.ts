import { describe, expect, it } from 'vitest';
import { padded, shortened, width } from '../../src/report/width.ts';

describe('the width of a text', () => {
  it.each([
    ['ascii', 'platform', 8],
    ['letters with marks of their own, and with marks that follow', 'é e\u0301', 3],
    ['Han, kana and Hangul', '日本 キー 한국', 14],
    ['katakana of half the width', 'ｷｰ', 2],
    ['the letters that Hangul is made of', 'ㅎㅏㄴ', 6],
    ['Yi and Bopomofo', 'ꀀㄅ', 4],
    ['forms of full width', 'ＡＢ', 4],
    ['emoji, and the two halves of a flag', '🚀🇩🇪', 4],
    ['vowels that stand beside their consonant', 'कि', 2],
    ['signs of one column', '… → ✓ │', 7],
  ])('counts %s', (_, text, columns) => {
    expect(width(text)).toBe(columns);
  });

  it('is what a text is filled up and cut to', () => {
    expect(padded('한국', 6)).toBe('한국  ');
    expect(shortened('ｷｰ 日本', 7)).toBe('ｷｰ 日本');
    expect(shortened('ｷｰ 日本', 6)).toBe('ｷｰ 日…');
  });
});
