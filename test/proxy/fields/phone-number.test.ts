import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalPhoneNumber } from '../../../src/proxy/fields.js';

describe('canonicalPhoneNumber', () => {
  const refused: Record<string, string> = {
    'Puerto Rico': '+17872345678',
    'the US Virgin Islands': '+13407742345',
    Guam: '+16716472345',
    Canada: '+14162345678',
    Jamaica: '+18762345678',
    Grenada: '+14734032345',
    'a premium number': '+19002345678',
    'a toll-free number': '+18002345678',
    'another toll-free number': '8882345678',
    'a personal number': '+15002345678',
    'an area that does not exist': '+15552345678',
    'the United Kingdom': '+442071838750',
    'an emergency number': '911',
    'no area': '555-2671',
    'an extension': '(415) 555-2671 x12',
    'an extension in words': '(415) 555-2671 ext. 12',
    'an extension of RFC 3966': '+14155552671;ext=12',
    'letters for digits': '415555CALL',
    'words around it': 'call 4155552671 now',
    'Arabic digits': '٤١٥٥٥٥٢٦٧١',
    'full-width digits': '４１５５５５２６７１',
    '40 characters': '4155552671'.padEnd(40),
    '40 digits': '4'.repeat(40),
    'a line break': '+14155552671\n',
    'a scheme': 'tel:+14155552671',
    nothing: '',
  };
  for (const [what, text] of Object.entries(refused)) {
    it(`refuses ${what}: ${JSON.stringify(text)}`, () => {
      assert.equal(canonicalPhoneNumber(text), undefined);
    });
  }

  const spellings = [
    '(415) 555-2671',
    '4155552671',
    '+14155552671',
    '415.555.2671',
    '415-555-2671',
    '1 415 555 2671',
    '+1 (415) 555-2671',
  ];
  for (const text of spellings) {
    it(`has one form for ${text}`, () => {
      assert.equal(canonicalPhoneNumber(text), '+14155552671');
    });
  }

  it('takes a fictional number, which reaches no phone', () => {
    assert.equal(canonicalPhoneNumber('(212) 555-0123'), '+12125550123');
  });
});
