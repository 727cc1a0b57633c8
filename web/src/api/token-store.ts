const KEY = 'grabToken';

/** The token of the signed-in person in this tab. The session cookie is the authority; this only has to agree with it. */
export const tokenStore = {
  read: (): string | null => sessionStorage.getItem(KEY),
  write: (token: string): void => sessionStorage.setItem(KEY, token),
  clear: (): void => sessionStorage.removeItem(KEY),
};
