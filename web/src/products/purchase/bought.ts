/** The entry of a table of companies whose name stands in what was bought, in words: WAEC in "2 WAEC pins". Empty unless it is one. */
export function companyIn(names: Readonly<Record<string, string>>, bought = ''): string {
  return onlyOne(Object.entries(names), ([, name]) => ` ${bought} `.includes(` ${name} `))?.[0] ?? '';
}

/** The plan in what was bought, in words, of which the first is the company: "Mtn 1GB - 30 days". */
export const planIn = (bought = ''): string => bought.slice(bought.indexOf(' ') + 1);

/** The one of a list that is meant; undefined where none is, or several are: then a person has to choose. */
export function onlyOne<Each>(
  list: readonly Each[] | undefined,
  meant: (each: Each) => boolean,
): Each | undefined {
  const [found, another] = list?.filter(meant) ?? [];
  return another === undefined ? found : undefined;
}
