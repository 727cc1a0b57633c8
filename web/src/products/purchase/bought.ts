/** Key of the company whose name occurs in the label of a purchase, such as WAEC in "2 WAEC pins". */
export function companyIn(names: Readonly<Record<string, string>>, bought = ''): string {
  return onlyOne(Object.entries(names), ([, name]) => ` ${bought} `.includes(` ${name} `))?.[0] ?? '';
}

/** Name of the plan in the label of a purchase: "Mtn 1GB - 30 days" becomes "1GB - 30 days". */
export const planIn = (bought = ''): string => bought.slice(bought.indexOf(' ') + 1);

export function onlyOne<Each>(
  list: readonly Each[] | undefined,
  meant: (each: Each) => boolean,
): Each | undefined {
  const [found, another] = list?.filter(meant) ?? [];
  return another === undefined ? found : undefined;
}
