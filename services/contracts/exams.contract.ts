import { z } from 'zod';
import { asks, buys, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  listed,
  Ok,
  ORDER,
  Phone,
  PurchaseAnswer,
  QuoteAnswer,
  Whole,
} from './fields/http-fields.js';

export const EXAMS = { 1: 'WAEC', 2: 'NECO', 3: 'NABTEB' } as const;
export type ExamCode = keyof typeof EXAMS;

/** Most pins per purchase. */
export const EXAM_QUANTITY_MAX = 20;

export interface ExamProduct {
  readonly service: 'exams';
  readonly exam: ExamCode;
  readonly quantity: number;
}

export const EXAM_CALLS = {
  examPrice: asks('/api/exam_price/'),
  examQuote: asks('/api/exam_quote/'),
  buyExam: buys('/api/buyexam/'),
} as const satisfies Record<string, Call>;

export const EXAM_SHAPES = serverOnly(() => {
  const Exam = listed<ExamCode>(EXAMS);
  const Quantity = Whole(1, EXAM_QUANTITY_MAX).meta({
    description: `1 to ${EXAM_QUANTITY_MAX}.`,
    example: 2,
  });
  return {
    examPrice: {
      request: z.object({ examName: Exam, quantity: Quantity, access_token: BodyToken }),
      /** `amount` is the price of all pins together. */
      answer: z.object({
        status: Ok,
        amount: z.number().meta({ example: 6831 }),
        discount: z.number().meta({ example: 69 }),
        message: z.string().meta({ example: '' }),
      }),
    },
    examQuote: {
      request: z.object({ examName: Exam, quantity: Quantity, access_token: BodyToken }),
      answer: QuoteAnswer,
    },
    buyExam: {
      request: z.object({ examName: Exam, quantity: Quantity, phone: Phone, ...ORDER }),
      answer: PurchaseAnswer,
    },
  };
});
