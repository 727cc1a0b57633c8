import { describe, expect, it } from '@jest/globals';
import { readBrand } from './brand-command.js';

describe('a file of the brand', () => {
  it('changes the fields that it has', () => {
    const fields = {
      name: ' Ada Pay ',
      colour: '#1D4ED8',
      whatsapp: '0803 123 4567',
      hidden_tiles: ['kyc-api'],
    };
    expect(readBrand(JSON.stringify(fields))).toEqual({
      name: 'Ada Pay',
      colour: '#1d4ed8',
      whatsapp: '0803 123 4567',
      hidden_tiles: ['kyc-api'],
    });
  });

  it.each([
    ['not JSON', '{', 'the file is not JSON'],
    ['a list', '[]', 'the file: '],
    ['an unknown field', '{"logo": "a.png"}', 'logo: is no field of a brand'],
    ['a name that is a tag', '{"name": "<b>Ada</b>"}', 'name: must have letters'],
    ['a name of digits', '{"name": "419"}', 'name: must have letters'],
    ['a long short name', '{"short_name": "Ada Pay Lagos"}', 'short_name: must have at most 12 characters'],
    ['a colour by name', '{"colour": "blue"}', 'colour: must be a colour such as #0b6b62'],
    ['a wrong email', '{"support_email": "ada"}', 'support_email: must be an email address'],
    ['a wrong number', '{"whatsapp": "call us"}', 'whatsapp: must be a phone number'],
    ['a script as a link', '{"community_chat": "javascript:alert(1)"}', 'community_chat: must be an address'],
    ['an unknown tile', '{"hidden_tiles": ["airtime"]}', 'hidden_tiles.0: must be one of'],
    ['a sender with a header', '{"sender": "Ada\\nBcc: x@y.z"}', 'sender: '],
  ])('with %s is refused, and the field is named', (_, text, said) => {
    expect(() => readBrand(text)).toThrow(said);
  });
});
