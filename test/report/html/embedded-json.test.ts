import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedJson } from '../../../src/report/html/embedded-json.ts';

test('no name or value ends the element that the JSON stands in, whatever it holds', () => {
  const names = [
    '</script><img src=x onerror=alert(1)>',
    '<!--',
    '<script>',
    ']]>',
    '&lt;',
    '\u2028\u2029\u202e',
    '\u0000',
  ];
  const text = embeddedJson({ names, '</script>': '<!--' });
  expect(text).not.toMatch(/[<>&\u2028\u2029\u202e\p{Cc}]/u);
  expect(JSON.parse(text)).toEqual({ names, '</script>': '<!--' });
});

test('any text comes back as it was', () => {
  const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</script', '<!--', '&', '\\u003c')));
  fc.assert(
    fc.property(texts, (list) => {
      const text = embeddedJson({ list });
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual({ list });
    }),
  );
});

test('what URLs hold of passwords is left out', () => {
  expect(embeddedJson({ url: 'https://bot:s3cret@ci.example.com/' })).not.toContain('s3cret');
});
