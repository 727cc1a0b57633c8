import { z } from 'zod';

export const LoginAnswer = z.object({
  responseBody: z.object({ accessToken: z.string().min(1), expiresIn: z.number() }),
});

/** Drops unreadable rows, so that the other rows can be used. Refuses a list without a readable row. */
const readableRows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .transform((rows) =>
      rows.flatMap((each) => {
        const read = row.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    )
    .refine((rows) => rows.length > 0, 'has no readable row');

export const ReservedBody = z.object({
  accounts: readableRows(
    z.object({
      bankCode: z.string(),
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
    }),
  ),
});

export const SearchBody = z.object({
  content: z.array(z.unknown()),
  last: z.union([z.boolean(), z.stringbool()]).nullish().catch(undefined),
  totalPages: z.coerce.number().positive().nullish().catch(undefined),
});

export const BanksBody = readableRows(z.object({ code: z.string(), name: z.string() }));

export const HolderBody = z.object({ accountNumber: z.string(), accountName: z.string().min(1).max(200) });

const MatchStatus = z.enum(['FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH']);

export const BvnMatchBody = z.object({
  bvn: z.string(),
  name: z.object({ matchStatus: MatchStatus }),
  dateOfBirth: MatchStatus,
  mobileNo: MatchStatus,
});
