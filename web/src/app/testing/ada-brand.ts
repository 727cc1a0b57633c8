/** Brand as the server shows it to an owner. */
export const ADA_BRAND = {
  name: 'Ada Pay',
  short_name: 'Ada Pay',
  colour: '#1d4ed8',
  dark_colour: '#93c5fd',
  headline: '',
  lead: '',
  hidden_tiles: [],
  support_email: 'help@adapay.ng',
  support_phone: '',
  whatsapp: '',
  address: '',
  community_chat: '',
  api_documentation: '',
  sender: '',
};

export const NO_LOGO = { logo: null, logo_version: 0 };
