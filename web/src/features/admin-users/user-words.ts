export const LIST = { sizes: [10, 20, 50, 100, 1000], picks: {} } as const;

export const UNREACHED = 'We cannot reach the server. Check your connection.';

/** What a customer is called: by name, else by email. */
export const nameOf = ({
  first_name,
  last_name,
  email,
}: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}): string => `${first_name} ${last_name}`.trim() || email;
